### What people read, in English. The specification's texts that are English already stand as they are.

## The request itself

body-unreadable = The body of the request cannot be read.
body-too-large = The request is too large.
body-too-slow = The body of the request takes too long to come. Check your network, then try again.
body-not-json = The body of the request is not valid JSON.
body-not-object = The body of the request must be a JSON object.
address-unreadable = The address cannot be read.
unknown-keys = These fields are not known: { $names }. Nothing was done.
unknown-parameters = These parameters of the address are not known: { $names }. Nothing was done.
number-expected = { $name } must be a number.
switch-expected = { $name } must be true or false.
per-page-out-of-range = per_page must be from 1 to 1000.
order-unknown = order must be asc or desc.
sort-unknown = The list cannot be sorted by { $name }.
leaving-unknown = The way { $name } of leaving is not known: suspend or unenrol.
status-unknown = The outcome { $name } is not known.
search-too-long = The search is too long.
no-such-address = There is nothing at this address.
method-not-allowed = This address does not take that method.
too-many-tries = { $seconds ->
    [one] Too many tries. Try again in { $seconds } second.
   *[other] Too many tries. Try again in { $seconds } seconds.
}
too-busy = { $seconds ->
    [one] The server is busy. Try again in { $seconds } second.
   *[other] The server is busy. Try again in { $seconds } seconds.
}
internal = Something went wrong in Selaras. Try again; if it happens again, tell whoever runs the server.

## Fields

invalid-fields = { $text }
empty = { $field } must not be empty
text-expected = { $field } must be text
field-number-expected = { $field } must be a number
numbers-expected = { $field } must be a list of numbers
texts-expected = { $field } must be a list of texts
field-switch-expected = { $field } must be true or false
character-not-allowed = { $field } has a character that may not be used
control-character = It has a character that may not be used
too-long = { $field } is too long: { $most } characters at most
name-too-long = { $most } characters at most
nothing-chosen = Choose one row at least
email-invalid = This is no e-mail address, example: name@campus.ac.id
date-expected = { $field } must be a date, for example 2026-11-1
dates-reversed = The end date is before the start date
dates-out-of-range = The date is out of range
dates-too-far-apart = The dates may be one year apart at most
part-unknown = part must be one of { $names }
kind-unknown = There is no kind of data called { $name }
verb-not-scheduled = { $name } cannot be scheduled
cron-invalid = { $text }
reference-unknown = { $text }

## Accounts

signed-out = Your session has ended. Please log in again.
username-missing = Username cannot be empty.
password-missing = Password cannot be empty.
wrong-password = The user name or the password is wrong.
awaits-approval = Your account has not been approved. Ask another administrator to approve it in the menu Users.
signup-closed = Signing up is closed. Ask an administrator for an account.
signed-up = The account has been made. Please log in.
signed-up-waiting = The account has been made and waits until an administrator approves it.
logged-out = You are logged out.
password-too-short = A password has { $least } characters at least
password-too-long = The password is too long
username-taken = The user name is taken
username-taken-by = The user name { $username } is another user's now. Change that user's name first, then undo again.
no-such-user = There is no such user.
no-such-deleted-user = This user is not among those deleted in the last 30 days.
own-account = You cannot delete your own account.
last-administrator = The last active administrator cannot be deleted.
user-made = User { $label } has been made.
user-saved = User { $label } has been saved.
user-deleted = User { $label } has been deleted.
user-restored = User { $label } is back.
user-approved = User { $label } has been approved.

## Rows and forms

no-such-form = There is no such form.
row-gone = This { $kind } is no longer in the dashboard.
row-exists = This { $kind } is in the dashboard already.
row-made = { $kind } { $label } has been made.
row-saved = { $kind } { $label } has been saved.

## Jobs

no-such-job = There is no such job.
job-ended = This job has ended already.
job-accepted = Accepted. The work goes on in the background.
cancel-requested = The job was asked to stop. It stops after the rows that it is at.
not-compared = The systems have never been compared. Compare them first.
nothing-to-send-again = No row needs to be marked for sending again.
waits-again = { $rows ->
    [one] { $rows } row is marked for sending again. Export or enroll the data to send it.
   *[other] { $rows } rows are marked for sending again. Export or enroll the data to send them.
}

## Zoom

zoom-unsigned = The signature of Zoom does not match, or is older than five minutes.
zoom-event-unknown = This event of Zoom is not known.
zoom-events-off = This server does not take events of Zoom yet: SELARAS_ZOOM__WEBHOOK_SECRET is not set.
zoom-not-connected = { $text }
zoom-event-taken = Taken.
link-expired = This link has expired. Export again.

## Parts that tell their reasons in sentences of their own

source-failed = { $text }
source-late = { $text }
platform-failed = { $text }
zoom-failed = { $text }
not-found = { $text }
refused = { $text }
plan-moved = { $text }
confirmation-needed = { $text }
rows-failed = { $text }
