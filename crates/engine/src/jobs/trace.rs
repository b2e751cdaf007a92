//! Connects a job's log lines and traces with the request that ordered it, even if another process runs it days later. The
//! job's row has the request's number, and its span in the format of W3C Trace Context.

use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use selaras_store::jobs::Job;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

tokio::task_local! {
    static REQUEST: String;
}

/// Does some work for the request of that number: jobs ordered meanwhile record it.
pub async fn within_request<T>(number: String, doing: impl Future<Output = T>) -> T {
    REQUEST.scope(number, doing).await
}

/// The number of the current request.
pub(super) fn request() -> Option<String> {
    REQUEST.try_with(Clone::clone).ok()
}

/// A span in the stored format; `None` if no traces are sent.
pub(super) fn encode(span: &Span) -> Option<String> {
    let context = span.context();
    let there = context.span().span_context().clone();
    there.is_valid().then(|| {
        let (trace, span, flags) = (there.trace_id(), there.span_id(), there.trace_flags().to_u8());
        format!("00-{trace}-{span}-{flags:02x}")
    })
}

/// Parses the stored format.
fn parse(text: &str) -> Option<SpanContext> {
    let [_, trace, span, flags] = text.split('-').collect::<Vec<_>>().try_into().ok()?;
    let flags = TraceFlags::new(u8::from_str_radix(flags, 16).ok()?);
    let (trace, span) = (TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?);
    Some(SpanContext::new(trace, span, flags, true, TraceState::default()))
}

/// The span of a job. It has the number of the ordering request and a link to its span, if they are known.
pub(super) fn of_job(job: &Job) -> Span {
    let span = tracing::info_span!("job", id = job.id, request = job.ordered_by);
    if let Some(ordered_in) = job.ordered_in.as_deref().and_then(parse) {
        span.add_link(ordered_in);
    }
    span
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn span_context_is_parsed_and_invalid_text_is_refused() {
        let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let there = parse(text).unwrap();
        assert!(there.is_valid() && there.is_remote() && there.is_sampled());
        assert_eq!(there.span_id().to_string(), "00f067aa0ba902b7");
        for other in ["", "00-x-y-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"] {
            assert!(parse(other).is_none(), "{other}");
        }
    }
}
