//! One call that adds people to groups or removes them.

use selaras_kinds::object::PlatformId;

use crate::PlatformError;
use crate::moodle::bisect::{Batch, Position};
use crate::moodle::client::Moodle;
use crate::moodle::form::Form;
use crate::moodle::protocol::nothing;
use crate::moodle::rejection::Rejection;

/// The direction of a group change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Into,
    OutOf,
}

impl Direction {
    const fn function(self) -> &'static str {
        match self {
            Self::Into => "core_group_add_group_members",
            Self::OutOf => "core_group_delete_group_members",
        }
    }
}

/// Members to add or to remove. Rows without a group are not sent.
pub(super) struct Groups<'a, M> {
    moodle: &'a Moodle,
    direction: Direction,
    /// Returns group and person of a row.
    member: M,
}

impl<'a, M> Groups<'a, M> {
    pub(super) const fn new(moodle: &'a Moodle, direction: Direction, member: M) -> Self {
        Self {
            moodle,
            direction,
            member,
        }
    }
}

impl<M: Fn(Position) -> Option<(PlatformId, PlatformId)> + Send + Sync> Batch for Groups<'_, M> {
    const PATIENCE: usize = usize::MAX;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            if let Some((group, user)) = (self.member)(*row) {
                form.row("members", at, "groupid", group)
                    .row("members", at, "userid", user);
            }
        }
        let function = self.direction.function();
        let answer = self.moodle.wire.call(function, &form).await?;
        Ok(nothing(function, answer)?.map(|()| Vec::new()))
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}
