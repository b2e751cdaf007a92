//! Words that differ in each language.

use crate::{Language, catalogue};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A word that stands in sentences and differs in each language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, strum::EnumIter)]
#[serde(tag = "word", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "each variant's word stands in the catalogue, and says what it means"
)]
pub enum Word {
    #[default]
    FirstName,
    LastName,
    #[serde(alias = "moodle_username")]
    Username,
    EmailAddress,
    Idnumber,
    CourseName,
    CourseShortName,
    CategoryName,
    ClassName,
    Name,
    ShortName,
    Category,
    ParentCategory,
    Rows,
    People,
    Administrator,
    Viewer,
    Sync,
    Export,
    Enroll,
    Unenroll,
    Deletion,
    Undoing,
    Import,
    Mending,
    Comparison,
    Alignment,
    Plan,
    // What a capability of the platform is for.
    CallServices,
    MakeAccounts,
    ChangeAccounts,
    SeePeople,
    SeeNames,
    SeeEmails,
    SeeLastAccess,
    SeeEmailsInCourse,
    ManageCategories,
    SeeCategories,
    SeeHiddenCategories,
    MakeCourses,
    ChangeCourses,
    SeeCourses,
    SeeHiddenCourses,
    ChangeHiddenCourses,
    MoveCourses,
    RenameCourses,
    ChangeShortNames,
    ChangeIdnumbers,
    ManageGroups,
    SeeGroups,
    EnrolPeople,
    RemovePeople,
    GiveRoles,
    SeeParticipants,
    SeeRoles,
    SeeSuspensions,
    SeeGrades,
    SeeGradeReports,
    SeeHiddenGrades,
    // What functions of the platform are for.
    ExportCategories,
    ExportCourses,
    ExportClasses,
    ExportAccounts,
    Enrolling,
    Unenrolling,
    Suspending,
    ChangingClass,
    SeeingGrades,
    Comparing,
    // The roles.
    Students,
    Teachers,
    // Days and months.
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
    January,
    February,
    March,
    April,
    May,
    June,
    July,
    August,
    September,
    October,
    November,
    December,
    // Sheets and headers of files.
    SheetOfAttendance,
    SheetOfResults,
    HeaderNumber,
    HeaderUsername,
    HeaderEmail,
    HeaderMeeting,
    HeaderTopic,
    HeaderDate,
    HeaderBegins,
    HeaderEnds,
    HeaderCame,
    HeaderLeft,
    HeaderLeaveReason,
    HeaderAttended,
    HeaderShare,
    Present,
    HeaderDuration,
    HeaderRemark,
    HeaderProgramId,
    HeaderProgram,
    HeaderKind,
    HeaderNew,
    HeaderChanged,
    HeaderGone,
    HeaderFailed,
    HeaderMended,
    SheetOfPeriod,
    HeaderOutcome,
    HeaderKey,
    HeaderName,
    HeaderPersonNumber,
    HeaderClass,
    HeaderClassNumber,
    // Fields of Zoom's reports.
    ZoomId,
    MeetingUuid,
    MeetingNumber,
    MeetingTopic,
    MeetingStart,
    MeetingEnd,
    JoinTime,
    LeaveTime,
    // Outcomes of a row.
    Created,
    Updated,
    Unchanged,
    Missing,
    Conflict,
    Failed,
    Untried,
    Enrolled,
    Unenrolled,
    Suspended,
    StillOpen,
    Reactivated,
    Moved,
    Deleted,
    Restored,
    Removed,
    InStep,
    MissingHere,
    MissingSource,
    MissingThere,
    ChangedSource,
    ChangedHere,
    ChangedThere,
    ChangedBoth,
    NotEnrolled,
    ByHand,
}

impl Word {
    /// The month of that number, from 1.
    pub const fn month(number: i8) -> Self {
        match number {
            1 => Self::January,
            2 => Self::February,
            3 => Self::March,
            4 => Self::April,
            5 => Self::May,
            6 => Self::June,
            7 => Self::July,
            8 => Self::August,
            9 => Self::September,
            10 => Self::October,
            11 => Self::November,
            _ => Self::December,
        }
    }

    /// The word in a language.
    pub fn said(self, language: Language) -> String {
        serde_json::to_value(self).map_or_else(|_| String::new(), |word| catalogue::said(language, &word))
    }
}

/// The word in Indonesian.
impl fmt::Display for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.said(Language::Indonesian))
    }
}
