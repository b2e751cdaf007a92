### What people read, in English. The specification's texts that are English already stand as they are.

## The request itself

body-unreadable = The body of the request cannot be read.
body-too-large = The request is too large.
body-too-slow = The body of the request takes too long to come. Check your network, then try again.
body-not-json = The body of the request is not valid JSON.
body-not-object = The body of the request must be a JSON object.
address-unreadable = The address cannot be read.
key-repeated = This field is there twice: { $name }. Nothing was done.
unknown-keys = These fields are not known: { $names }. Nothing was done.
unknown-parameters = These parameters of the address are not known: { $names }. Nothing was done.
parameter-repeated = This parameter of the address is there twice: { $name }. Nothing was done.
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
too-many-wait = Too many accounts wait for approval. Ask an administrator, or try again later.
internal = Something went wrong in Selaras. Try again; if it happens again, tell the operator of the server.

## Fields

invalid-fields = { $text }
empty = { $field } must not be empty
text-expected = { $field } must be text
field-number-expected = { $field } must be a number
numbers-expected = { $field } must be a list of numbers
texts-expected = { $field } must be a list of texts
list-too-long = { $field } is too long: { $most } entries at most in one request
field-switch-expected = { $field } must be true or false
character-not-allowed = { $field } has a character that may not be used
control-character = It has a character that may not be used
markup-not-allowed = { $field } has the sign < as in HTML, which { $platform } refuses. Delete the sign, or put a space after it
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
cron-empty = The time must not be empty
cron-unreadable = The time is not understood. Write five parts: minute hour day month weekday, such as 0 5 * * *
cron-never = This time never comes. Check its day and month
code-unknown = { $field } { $code } is not in the dashboard. Choose from the list, or sync or make the { $one } first

## Accounts

signed-out = Your session has ended. Please log in again.
username-missing = Username cannot be empty.
password-missing = Password cannot be empty.
wrong-password = The username or the password is wrong.
awaits-approval = Your account has not been approved. Ask another administrator to approve it in the menu Users.
account-disabled = Your account has been disabled. Ask an administrator of Selaras.
account-deleted = Your Selaras account has been deleted. Ask an administrator to bring it back in the menu Users.
signup-closed = Signing up is closed. Ask an administrator for an account.
signed-up = The account has been made. Please log in.
signed-up-waiting = The account has been made and waits until an administrator approves it.
logged-out = You are logged out.
password-too-short = A password has { $least } characters at least
password-too-long = The password is too long
password-guessable = This password is among the first that are guessed. Choose another, such as some words
username-taken = The username is taken
username-alike = This username looks like another account's. Choose a clearly different one
username-not-plain = A username has unaccented letters, digits and punctuation, and no spaces
username-taken-by = The username { $username } is another user's now. Change that user's name first, then undo again.
no-such-user = There is no such user.
no-such-deleted-user = This user is not among the deleted ones that can be brought back.
own-account = You cannot delete your own account.
own-account-stays-active = You cannot disable your own account.
last-administrator = The last active administrator cannot be deleted.
last-administrator-stays-active = The last active administrator cannot be disabled.
last-in-charge = The last administrator cannot become a viewer. Make another user an administrator first.
for-administrators-alone = You are a viewer: you see everything and change nothing. Ask an administrator to do this, or to make you one under Users.
role-unknown = There is no role { $name }: administrator or viewer
present-password-wrong = This is not your current password
present-password-missing = Enter your current password
present-password-none = You sign in with the institution's account and have no password here. Ask another administrator to give you one
password-changed = Your password has been changed. Your other sessions have ended.
language-unknown = The language is id or en
appearance-unknown = The appearance is light, dark or auto
preferences-saved = Your choice has been saved.
view-saved = The filter { $label } is saved.
view-deleted = The saved filter is deleted.
no-such-view = This saved filter is gone, or belongs to another account. Reload the page.
too-many-views = You have { $most } saved filters for this list already. Delete one of them first.
email-saved = Your address has been saved.
email-removed = Your address has been removed.
no-such-session = This session has ended already.
session-ended = The session has ended.
sessions-ended = { $sessions ->
    [one] One session has ended.
   *[other] { $sessions } sessions have ended.
}
unknown-location = unknown
no-such-provider = There is no such way to sign in.
provider-away = { $name } does not answer as it should. Try again in a moment, or log in with a password.
provider-unusable = { $name } does not say what is needed. Tell the operator of the server.
provider-foreign = This answer is not from { $name }. Begin again.
provider-code-void = { $name } refused: the code has been used or its time is over. Begin again.
provider-token-refused = What { $name } says cannot be trusted, so the sign-in was refused. Begin again; if it stays so, tell the operator of the server.
sign-in-over = This sign-in is over, has been used, or was begun in another browser. Begin again.
sign-in-given-up = The sign-in was given up.
username-of-another = The username { $username } is another account's here. Ask an administrator to change one of the two.
username-of-provider = Your username at { $name } has a character that is not used here. Ask those who run { $name } to change it: unaccented letters, digits and punctuation, no spaces.
claim-lost = { $name } no longer gives you access to Selaras. Ask those who run { $name } for it, or ask an administrator of Selaras to enable your account in the menu Users.
second-factor-needed = Enter the code from your authenticator app.
second-factor-wrong = The code is wrong, has been used, or its time is over
second-factor-no-key = This server cannot keep secrets: its operator has to fill in the setting auth.secret_key.
second-factor-there = A second factor is set up already. End it first to set up another.
second-factor-not-begun = There is no second factor for that. Load this page again.
second-factor-none = { $label } has no second factor.
second-factor-ended = The second factor has been ended.
second-factor-own = End your own second factor under My account, with password and code. If the code is lost, ask another administrator to end it.
second-factor-own-first = Set up your own second factor first, under My account, so that you can still sign in.
second-factor-duty = A second factor is required here. Set it up first, under My account.
second-factor-duty-on = A second factor is required from now on.
second-factor-duty-off = A second factor is no longer required.
user-made = User { $label } has been made.
user-saved = User { $label } has been saved.
user-changed-meanwhile = This user has just been changed. Reload the page, then save again.
user-deleted = User { $label } has been deleted.
user-restored = User { $label } is back.
user-approved = User { $label } has been approved.
user-disabled = User { $label } has been disabled and signed out.
user-enabled = User { $label } has been enabled.
user-is-disabled = User { $label } is disabled. Enable it first.
user-waits = User { $label } waits for approval. Approve it first.

## Rows and forms

no-such-form = There is no such form.
row-gone = This { $one } is no longer in the dashboard.
row-exists = This { $one } is in the dashboard already.
row-exists-as = This { $one } is in the dashboard already, as { $label }.
row-made = The { $one } { $label } has been made.
row-saved = The { $one } { $label } has been saved.

## Jobs

no-such-job = There is no such job.
job-ended = This job has ended already.
job-accepted = Accepted. The work goes on in the background.
cancel-requested = The job was asked to stop. It stops after the rows that it is at.
nothing-failed = No row failed in this job.
not-compared = The systems have never been compared. Compare them first.
nothing-to-send-again = No row needs to be marked for sending again.
waits-again = { $rows ->
    [one] { $rows } row is marked for sending again. Export or enroll the data to send it.
   *[other] { $rows } rows are marked for sending again. Export or enroll the data to send them.
}

## The whole campus

campus-planned = The plan is made: { $rows ->
    [0] everything is in sync.
    [one] { $rows } row would be worked at. Nothing has been changed.
   *[other] { $rows } rows would be worked at. Nothing has been changed.
}
campus-aligned = From { $source }: { $read ->
    [one] { $read } row
   *[other] { $read } rows
} new or changed. To { $platform }: { $sent ->
    [one] { $sent } row
   *[other] { $sent } rows
} sent, { $enrolled ->
    [one] { $enrolled } enrolment
   *[other] { $enrolled } enrolments
} made, { $left ->
    [one] { $left } person
   *[other] { $left } people
} taken out of classes. { $failed ->
    [0] { $stages ->
        [0] Nothing failed.
        [one] { $stages } stage did not come to its end.
       *[other] { $stages } stages did not come to their end.
    }
   *[other] { $stages ->
        [0] Rows that could not be done: { $failed }.
       *[other] Rows that could not be done: { $failed }; stages that did not come to their end: { $stages }.
    }
}
campus-undone = { $rows ->
    [one] { $rows } row is as it was before.
   *[other] { $rows } rows are as they were before.
}
attention-not-sent = { $rows ->
    [one] { $rows } of the { $kind } is not on { $platform } yet
   *[other] { $rows } of the { $kind } are not on { $platform } yet
}
attention-not-enrolled = { $rows ->
    [one] { $rows } class member ({ $kind }) not enrolled on { $platform } yet
   *[other] { $rows } class members ({ $kind }) not enrolled on { $platform } yet
}
attention-left-behind = { $rows ->
    [one] { $rows } class member ({ $kind }) is gone from its class, but still active on { $platform }
   *[other] { $rows } class members ({ $kind }) are gone from their classes, but still active on { $platform }
}
attention-suspended = { $rows ->
    [one] { $rows } class member ({ $kind }) is suspended on { $platform }, although { $source } lists them in the class
   *[other] { $rows } class members ({ $kind }) are suspended on { $platform }, although { $source } lists them in the class
}
attention-gone = { $rows ->
    [one] { $rows } of the { $kind } is no longer at { $source }
   *[other] { $rows } of the { $kind } are no longer at { $source }
}
attention-differs = { $rows ->
    [one] { $rows } difference from { $platform } found at the last comparison
   *[other] { $rows } differences from { $platform } found at the last comparison
}
attention-matches = { $rows ->
    [one] { $rows } row is perhaps in { $platform } already: match it
   *[other] { $rows } rows are perhaps in { $platform } already: match them
}
attention-renumbered = { $rows ->
    [one] { $rows } person may have only a new number
   *[other] { $rows } people may have only new numbers
}
attention-file-changed = The file { $file } ({ $kind }) has changed since the last sync
attention-unread = Last sync ({ $kind }): { $why }
chosen-unreadable = The value of { $field } cannot be read. Load the page again, then choose again.
leave-out-unreadable = The list of what is left out cannot be read. Load the plan again, then try again.
not-a-campus-plan = This job holds no plan of the whole campus.

## Zoom

zoom-unsigned = The signature of Zoom does not match, or is older than five minutes.
zoom-event-unknown = This event of Zoom is not known.
zoom-events-off = This server does not take events of Zoom yet: SELARAS_ZOOM__WEBHOOK_SECRET is not set.
zoom-not-connected = Zoom is not connected yet. Ask the operator of the server to set SELARAS_ZOOM__ACCOUNT_ID, SELARAS_ZOOM__CLIENT_ID and SELARAS_ZOOM__CLIENT_SECRET (see docs/guides/zoom.md).
zoom-event-taken = Taken.
no-such-participant = There is no such participant in the Zoom attendance.
no-such-choice = Nothing was chosen for this participant.
person-chosen = { $participant } is { $label }: { $rows } participations.
person-unchosen = Nothing is chosen for { $participant } any more.
participant-ignored = { $participant } is ignored: { $rows ->
    [one] { $rows } participation is
   *[other] { $rows } participations are
} not asked about again.
least-minutes-set = In { $label }, less than { $minutes } minutes in a meeting do not count as attendance.
least-minutes-off = In { $label }, each attendance counts, however short.
minutes-out-of-range = Enter a number of minutes from 0 to { $most }. 0 means no limit.
minutes-there = { $minutes } minutes
minutes-there-or-more = at least { $minutes } minutes
no-such-rule = There is no such rule.
rule-taken = There is a rule with this text already.
rule-unknown = The rule { $name } is not known.
rule-kept = Meetings "{ $text }" are of { $label }.
rule-deleted = The rule "{ $text }" was deleted.
link-expired = This link has expired. Export again.

## Names of the university's own, as English has them: many, and one

label-of-kind-tahun-ajaran = academic years
    .one = academic year
label-of-kind-semester = semesters
    .one = semester
label-of-kind-prodi = study programs
    .one = study program
label-of-kind-jurusan = departments
    .one = department
label-of-kind-mata-kuliah = courses
    .one = course
label-of-kind-kelas = classes
    .one = class
label-of-kind-pengajar = teachers
    .one = teacher
label-of-kind-mahasiswa = students
    .one = student
label-of-kind-mahasiswa-mbkm = MBKM students
    .one = MBKM student
label-of-kind-mengajar = teachings
    .one = teaching
label-of-kind-seluruh-kampus = the whole campus
    .one = whole campus
label-of-field-kode-tahun-ajaran = Academic year code
label-of-field-kode-tahun-ajar = Academic year code
label-of-field-nama-tahun-ajaran = Academic year name
label-of-field-kode-semester = Semester code
label-of-field-nama-semester = Semester name
label-of-field-kode-prodi = Program code
label-of-field-nama-prodi = Program name
label-of-field-kode-jurusan = Department code
label-of-field-nama-jurusan = Department name
label-of-field-kode-kelas = Class code
label-of-field-nama-kelas = Class name
label-of-field-nama-depan = First name
label-of-field-nama-belakang = Last name
label-of-field-nama-user = User name
label-of-field-nama = Name

## Words in sentences

word-first-name = First name
word-last-name = Last name
word-username = Username
word-email-address = E-mail address
word-idnumber = ID number (idnumber)
word-course-name = Course name
word-course-short-name = Course short name
word-course-start = First day of the course
word-course-end = Last day of the course
word-category-name = Category name
word-class-name = Class name
word-name = Name
word-short-name = Short name
word-category = Category
word-parent-category = Parent category
word-rows = rows
word-people = people
word-administrator = administrator
word-viewer = viewer
word-sync = Sync
word-export = Export
word-enroll = Enrolment
word-unenroll = Unenrolment
word-deletion = Deletion
word-undoing = Undoing
word-import = Import
word-mending = Alignment
word-comparison = Comparison
word-alignment = Alignment
word-plan = Plan
word-closing = Closing
word-scan = Scan
word-department = Department
word-institution = Institution
word-city = City
word-phone = Telephone
word-language = Language
word-profile-field = Profile field
word-call-services = calling at all
word-make-accounts = making accounts
word-change-accounts = changing accounts
word-see-people = seeing other people at all
word-see-names = seeing other people's username and idnumber: without it a search by them finds no one, even if they are there
word-see-emails = seeing other people's e-mail address: without it a search by it finds no one, even if they are there
word-see-last-access = seeing when a person last opened a course, where the site hides that
word-see-emails-in-course = seeing the e-mail address of people in a course
word-manage-categories = making and changing categories
word-see-categories = seeing what is in a category
word-see-hidden-categories = seeing hidden categories
word-make-courses = making courses
word-change-courses = changing courses
word-see-courses = seeing courses without being in them
word-see-hidden-courses = seeing hidden courses
word-change-hidden-courses = changing hidden courses
word-move-courses = moving a course to another category
word-rename-courses = changing a course's name
word-change-short-names = changing a course's short name
word-change-idnumbers = changing a course's idnumber
word-manage-groups = making groups and saying who is in them
word-see-groups = seeing all groups of a course
word-enrol-people = enrolling and suspending
word-remove-people = removing people from courses
word-give-roles = giving the roles of students and teachers
word-see-participants = seeing who is in a course: for the report of differences and before anybody is suspended
word-see-roles = seeing people's roles in a course
word-see-suspensions = seeing which enrolments are suspended, and who may still enter a course after leaving it
word-see-grades = seeing who has grades before an enrolment is removed
word-see-grade-reports = the same in courses that do not show grades to students
word-see-hidden-grades = the same where a teacher has hidden the grades: without it they look like none
word-read-templates = reading template courses
word-fill-courses = importing the content of a template into new courses
word-make-cohorts = making cohorts, if the shape has some
word-fill-cohorts = adding people to cohorts, and taking them out
word-see-cohorts = seeing cohorts and who is in them
word-export-categories = the export of categories
word-export-courses = the export of courses
word-export-classes = the export of classes
word-export-accounts = the export of the accounts of teachers and students
word-enrolling = enrolling
word-looking-together = quick enrolling, by looking at many courses in one call
word-unenrolling = unenrolling
word-suspending = suspending
word-changing-class = changing classes
word-seeing-grades = seeing grades before enrolments are removed
word-comparing = the comparison
word-filling-courses = the content of template courses
word-keeping-cohorts = cohorts
word-students = students
word-teachers = teachers
word-other-teachers = other teachers
word-monday = Monday
word-tuesday = Tuesday
word-wednesday = Wednesday
word-thursday = Thursday
word-friday = Friday
word-saturday = Saturday
word-sunday = Sunday
word-january = Jan
word-february = Feb
word-march = Mar
word-april = Apr
word-may = May
word-june = Jun
word-july = Jul
word-august = Aug
word-september = Sep
word-october = Oct
word-november = Nov
word-december = Dec
word-sheet-of-attendance = Zoom attendance
word-sheet-of-results = Results
word-header-number = No
word-header-username = Username
word-header-email = Email
word-header-meeting = Meeting ID
word-header-topic = Topic
word-header-date = Date
word-header-begins = Begins
word-header-ends = Ends
word-header-came = Came
word-header-left = Left
word-header-leave-reason = Reason for leaving
word-header-attended = Attended
word-header-share = Share
word-present = present
word-header-duration = Duration
word-header-remark = Remark
word-header-program-id = Program ID
word-header-program = Study program
word-header-kind = Kind
word-header-new = Added
word-header-changed = Changed
word-header-gone = Removed
word-header-failed = Failed
word-header-mended = Resolved
word-sheet-of-period = Report
word-header-outcome = Outcome
word-header-key = Key
word-header-name = Name
word-header-person-number = Number
word-header-class = Class
word-header-class-number = Class Number
word-sheet-of-rows = Data
word-sheet-of-matches = Matches
word-header-export = Export
word-header-export-reason = Reason of the export
word-header-enrolment = Enroll
word-header-enrolment-reason = Reason of the enrolment
word-header-missing-since = Gone from the source since
word-header-synced-at = Last sync
word-header-exported-at = Last export
word-zoom-id = number of the user (id)
word-meeting-uuid = UUID of the meeting (uuid)
word-meeting-number = number of the meeting (id)
word-meeting-topic = topic of the meeting (topic)
word-meeting-start = start of the meeting (start_time)
word-meeting-end = end of the meeting (end_time)
word-join-time = time of joining (join_time)
word-leave-time = time of leaving (leave_time)
word-created = created
word-updated = changed
word-unchanged = unchanged
word-missing = gone
word-conflict = in conflict
word-failed = failed
word-untried = not known
word-enrolled = enrolled
word-unenrolled = unenrolled
word-suspended = suspended
word-still-open = still open
word-reactivated = active again
word-moved = moved to another group
word-hidden = hidden
word-shown = shown again
word-deleted = deleted
word-restored = brought back
word-removed = taken back
word-in-step = in sync
word-missing-here = not in the dashboard yet
word-missing-source = gone from the source
word-missing-there = not on the platform
word-changed-source = changed at the source
word-changed-here = changed in the dashboard
word-changed-there = changed on the platform
word-changed-both = changed on both sides
word-not-enrolled = not enrolled
word-by-hand = enrolled on the platform directly

## Rows of the source that cannot be read

row-unreadable = the row cannot be read: { $message }
    .group = the row cannot be read. Ask the operator of the academic system to correct it.
row-not-json = is not valid JSON. Ask the operator of the academic system to correct it.
row-not-an-object = holds no data (it is not an object). Ask the operator of the academic system to correct it.
row-too-long = is longer than the limit of { $limit } bytes, so it was not read. Ask the operator of the academic system to look at it.
key-empty = { $field } is empty, but required
number-rounded = { $field } holds the number { $value }, which is too long, so digits may be lost. Ask the operator of the academic system to send it as a text.
    .group = { $field } holds a number that is too long, so digits may be lost. Ask the operator of the academic system to send it as a text.
cell-empty = column { $field } is empty, but required; fill it in at the source, then try again ({ $origin }).
cell-formula = column { $field } holds a formula without its result; open the file in Excel and save it, or put the value in place of the formula ({ $origin }).
cell-mistake = column { $field } holds the Excel error { $value }; correct its formula, or put the value in its place ({ $origin }).
    .group = column { $field } holds an Excel error; correct its formula, or put the value in its place ({ $origin }).
cell-date = column { $field } holds the date { $value }, perhaps a code that Excel has changed; format the column as Text, then type it again ({ $origin }).
    .group = column { $field } holds a date, perhaps a code that Excel has changed; format the column as Text, then type it again ({ $origin }).
cell-rounded = column { $field } holds the number { $value }, which Excel or another program has rounded, so digits may be lost; make the column Text, then type the number again ({ $origin }).
    .group = column { $field } holds a number that Excel or another program has rounded, so digits may be lost; make the column Text, then type the number again ({ $origin }).
cell-rounded-by-database = column { $field } holds the number { $value }, which the database has rounded, so digits may be lost; make the column a text in the database instead of a floating-point number, then fill the number in again ({ $origin }).
    .group = column { $field } holds a number that the database has rounded, so digits may be lost; make the column a text in the database instead of a floating-point number, then fill the number in again ({ $origin }).
cell-not-text = column { $field } holds characters that cannot be read; save it again as UTF-8 ({ $origin }).
cell-not-text-in-database = column { $field } holds a text that is not in UTF-8; correct it in the database ({ $origin }).
cell-too-long = column { $field } holds more than { $limit } characters, so the row was not read; shorten it ({ $origin }).
cell-with-tab = the column { $field } has a tab; replace it with a space and save again ({ $origin }).
cell-with-line-break = the column { $field } has a line break (Alt+Enter); make it one line and save again ({ $origin }).
cell-with-control = the column { $field } has the invisible character { $value }; delete the text and type it again ({ $origin }).
    .group = the column { $field } has an invisible character; delete the text and type it again ({ $origin }).
cell-misquoted = the column { $field } has a quotation mark " within a quoted text; write it twice ("") or delete it ({ $origin }).
cell-no-date = the column { $field } has { $value }, which is no date; write it like 2026-09-01 ({ $origin }).
    .group = the column { $field } has no date; write it like 2026-09-01 ({ $origin }).
id-twice-in-member = the column { $field } has { $value }, as row { $at } has with other cells; neither is used; delete or change one of them ({ $origin }).
    .group = the column { $field } has a code that another row has with other cells; neither is used; delete or change one of them ({ $origin }).
id-not-in-member = the column { $field } has { $value }, which { $member } lacks; add it there, or delete the row ({ $origin }).
    .group = the column { $field } has a code that { $member } lacks; add it there, or delete the row ({ $origin }).
cells-shifted = column { $field }: the row has { $found } cells, the headings are { $expected }; put what holds a separator into quotation marks ({ $origin }).
    .group = column { $field }: the row has more or fewer cells than there are headings, { $expected }; put what holds a separator into quotation marks ({ $origin }).
list-of-query = list { $list }, query source.sql.queries.{ $list }
list-of-file = list { $list }, file { $file }
list-of-upload = list { $list }, uploaded file { $file }
list-of-address = list { $list }, address { $path }
uploaded-file = uploaded file { $file }

## What was left out of a list, and what follows

row-of-placeholders = has no data, only placeholders such as - or NULL
left-out-headings = { $rows ->
    [one] In the { $origin }, { $rows } row only repeats the headings and was skipped (row { $line }).
   *[other] In the { $origin }, { $rows } rows only repeat the headings and were skipped (row { $line }).
}
left-out-footer = { $rows ->
    [one] In the { $origin }, { $rows } row is no data and was skipped (row { $line }: { $said }).
   *[other] In the { $origin }, { $rows } rows are no data and were skipped (row { $line }: { $said }).
}
left-out-placeholders = { $rows ->
    [one] In the { $origin }, { $rows } row has only placeholders such as - or NULL and was skipped (row { $line }).
   *[other] In the { $origin }, { $rows } rows have only placeholders such as - or NULL and were skipped (row { $line }).
}
left-out-ended = { $rows ->
    [one] In the { $origin }, { $rows } row is past its endDate and does not count (row { $line }: { $said }).
   *[other] In the { $origin }, { $rows } rows are past their endDate and do not count (row { $line }: { $said }).
}
left-out-not-begun = { $rows ->
    [one] In the { $origin }, { $rows } row has not reached its beginDate and counts from that day on (row { $line }: { $said }).
   *[other] In the { $origin }, { $rows } rows have not reached their beginDate and count from that day on (row { $line }: { $said }).
}
left-out-disabled = { $rows ->
    [one] In the { $origin }, { $rows } row belongs to a user with enabledUser false and does not count (row { $line }: { $said }).
   *[other] In the { $origin }, { $rows } rows belong to users with enabledUser false and do not count (row { $line }: { $said }).
}
left-out-sheet = In the { $origin }, the sheet { $said } was not read, because it lacks the headings of this list.
left-out-sheet-of-list = In the { $origin }, the sheet { $said } has this list too but was not read, so nothing counts as gone. Put all rows on one sheet.
none-gone-of-list = { $rows ->
    [one] Nothing counts as gone from the { $origin }, because { $rows } row cannot be read. Fix it, then sync again. For example { $line }: { $why }
   *[other] Nothing counts as gone from the { $origin }, because { $rows } rows cannot be read. Fix them, then sync again. For example { $line }: { $why }
}
none-gone-of-classes = { $rows ->
    [one] No one counts as gone from { $classes } classes ({ $origin }), because { $rows } row cannot be read. Fix it, then sync again. For example { $line }: { $why }
   *[other] No one counts as gone from { $classes } classes ({ $origin }), because { $rows } rows cannot be read. Fix them, then sync again. For example { $line }: { $why }
}
stay-of-unknown-classes = { $rows ->
    [one] { $rows } enrolment does not count as gone although it is not listed any more, because { $source } lists the person in a class that the dashboard does not have or cannot read. Correct the class or sync classes, then sync again.
   *[other] { $rows } enrolments do not count as gone although they are not listed any more, because { $source } lists the people in classes that the dashboard does not have or cannot read. Correct the classes or sync classes, then sync again.
}

## What a sync tells of a row

changed = { $changes }
    .group = It has changed.
change = { $field }: { $from } → { $to }
key-twice = { $source } has several rows with this key, which differ. None of them was taken. Leave one in { $source }, then sync again.
changed-both-sides = Changed in the dashboard and in { $source } too. Sync this row alone to take what { $source } says.
entered-here = Made by form in the dashboard, and { $source } says otherwise. Sync this row alone to take what { $source } says.
person-described-otherwise = Another class list of { $source } describes this person otherwise. The first holds; correct it in { $source }.
person-described-otherwise-in = Another class list of { $source } describes this person otherwise. { $changes }. The first holds; correct it in { $source }.
    .group = Another class list of { $source } describes this person otherwise. The first holds; correct it in { $source }.
said-otherwise = { $field }: "{ $held }" holds, this list says "{ $said }"
written-since = This row has been written again since, so it is left as it is.
entered-since = This enrolment has been sent since, so its row is left. Unenroll it first, then undo again.
number-spelled-otherwise = { $field } { $value } may be the same number as { $other } in the dashboard: the name is the same, and only the zeros at the beginning differ. The row was left out. Spell them alike in { $source }, then sync again; if that is another person, create them by form first.
    .group = { $field } may be the same number as one in the dashboard: the name is the same, and only the zeros at the beginning differ. The rows were left out. Spell them alike in { $source }, then sync again; if they are other people, create them by form first.
person-spelled-otherwise = { $field } { $value } is not in the dashboard, but { $other } is: it may be the same number with other zeros at its beginning. The row was left out, and what { $other } teaches stays. Spell them alike in { $source }, then sync again; if that is another person, sync the people first.
    .group = { $field } is not in the dashboard, but one is that differs in the zeros at its beginning only. The rows were left out, and what those people teach stays. Spell them alike in { $source }, then sync again; if they are other people, sync the people first.
class-unknown-here = the dashboard does not have this class, so { $count ->
    [one] its { $count } row from { $source } is
   *[other] its { $count } rows from { $source } are
} left out. Sync classes first; where the class is there, write its name alike.
    .group = the dashboard does not have the class, so its rows from { $source } are left out. Sync classes first; where the class is there, write its name alike.

## Trying a list, and files that are uploaded

trial-without-class = This list is read class by class, and no class could be read. Correct the list classes first.
list-tried = List of { $kind }: { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
} tried without a problem, at { $speed } a second.
list-tried-with-faults = List of { $kind }: { $faults ->
    [one] { $faults } problem
   *[other] { $faults } problems
} among { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
} tried, such as in row { $row }: { $reason }
list-try-mend = All of them stand under Settings, Sources: press Try.
trial-twice = { $key } stands in row { $other } already. Delete one of them at the source.
    .group = The key stands in another row already. Delete one of them at the source.
trial-class-unknown = Class { $key } is not in the list classes. Write it alike, or add the class.
    .group = The class is not in the list classes. Write it alike, or add the class.
trial-class-looks-alike = The class { $key } looks like one in the list classes, but { $field } differs by an invisible character or a double space ({ $value }). Copy the name from there.
    .group = { $field } looks like the one in the list classes, but differs by an invisible character or a double space. Copy the name from there.
trial-no-time = { $value } is no time of day. Write it like 07:30.
    .group = What it holds is no time of day. Write it like 07:30.
list-unknown = There is no such list. There are: { $names }.
field-unknown = List { $list } has no such column. There are: { $names }.
heading-twice = Heading { $heading } is given to two columns. Choose different ones.
file-name-missing = The file has no name.
format-unknown = This file is neither CSV, Excel (.xlsx) nor OneRoster (.zip). Save it as one of them, then upload it again.
format-for-list = A zip is for OneRoster alone. Upload CSV or Excel for this list.
format-for-roster = OneRoster is uploaded as one zip file.
read-by-query = List { $list } is read from a database by source.sql.queries.{ $list }. Take the query away first where the list is to be read from a file.
upload-too-large = This file is larger than { $megabytes } MB. Split it, or ask the operator of the server to raise source.uploads.megabytes.
upload-broken = The file broke off before all of it had come. Nothing was changed. Upload it again.
upload-unreadable = { $reason }
no-upload = No file was uploaded for this list.
upload-taken = File { $file } was uploaded for list { $list }.
upload-proposed = File { $file } was uploaded for list { $list }, and is not used yet.
upload-deleted = The file for list { $list } was deleted.
proposal-dropped = The new file for list { $list } was dropped.
proposal-replaced = This new file has been accepted, replaced or dropped already. Reload the page, then compare again.
headings-kept = The headings for list { $list } were saved.

## What stands in the way of sending a row

nothing-to-export = There is nothing to send of { $kind }: use Enroll.
parent-not-there = The { $one } { $key } is not in { $platform } yet. Export { $kind } first, then try again.
    .group = The { $one } that it belongs to is not in { $platform } yet. Export { $kind } first, then try again.
leavers-first = This class gets another course or group by the shape in { $platform }, but people have left it who are not suspended in the former place yet. Unenroll first, then export again.
made-not-there = { $label } is not in { $platform } yet. Export again, which creates it.
made-course-taken = Another course in { $platform } has the short name of this course. Change the pattern of short names at Settings > Shape in { $platform }, or rename that course, then export again.
pattern-failed = The pattern { $name } at Settings > Shape cannot be used: { $fault }. Correct it, then export again.
host-class-gone = The class { $key }, in which this one is taught, is no longer in { $source }. Name a class that is there, or none if this class is taught by itself, then export again.
    .group = The class in which this one is taught is no longer in { $source }. Name a class that is there, or none if this class is taught by itself, then export again.
host-class-combined = The class { $key }, in which this one is taught, is itself taught in { $other }. Name a class that is taught by itself, then export again.
    .group = The class in which this one is taught is itself taught in another one. Name a class that is taught by itself, then export again.
teaching-role-unknown = The role "{ $name }" is not in the table of roles at Settings > Shape. Add it there with the id of its role, or correct it in the source, then enroll again.
parent-not-here = The { $one } { $key } is not in the dashboard. Sync and export { $kind } first, then try again.
    .group = The { $one } that it belongs to is not in the dashboard. Sync and export { $kind } first, then try again.
named-before-there = In { $platform }, { $key } still is the { $one } that is { $other } here by now. Export { $other } first, then try again.
    .group = In { $platform }, the number or code still is that of the { $one } that has another here by now. Export that one first, then try again.
class-in-other-course = This class is in another course now, and its group in { $platform } is still in the old one. Unenroll its people, delete that group in { $platform }, then export again.
class-not-there = Class { $key } is not in { $platform } yet. Export the classes first.
    .group = The class is not in { $platform } yet. Export the classes first.
class-not-here = Class { $key } is not in the dashboard. Sync and export the classes first.
    .group = The class is not in the dashboard. Sync and export the classes first.
name-shared = More than one { $kind } is called { $key }: { $found }. Have the source send { $column } with this row, or name them apart there, then sync again.
    .group = More than one { $kind } has the name, and the source does not say which is meant. Have the source send { $column } with these rows, or name them apart there, then sync again.
account-not-there = The account is not in { $platform } yet. Export { $kind } first.
broke-off = Not certain: the action broke off. Try again; what has reached it is not doubled.
not-in-class-any-more = { $source } no longer has this person in the class. Sync first if they are back.
not-listed-any-more = { $source } no longer lists this row, so it is not sent. Sync first if it is back.
perhaps-in-unknown-class = The source also lists this person in { $key }, a class that is not known or not the only one of its name, so the person is not taken out yet. Sync the classes, or correct the name of the class at the source.
    .group = The source also lists this person in a class that is not known or not the only one of its name, so the person is not taken out yet. Sync the classes, or correct the name of the class at the source.
perhaps-renumbered = Number { $value } may have changed to { $other }. Decide on the page Changed numbers whether the two are one person, then repeat.
    .group = The number of this person may have changed. Decide on the page Changed numbers whether the two are one person, then repeat.
match-undecided = This row is perhaps in { $platform } already. Decide on the page Match with { $platform } first: accept the proposal, choose another, or make a new one. Then repeat.
recreated = The class or the account was deleted or recreated there, or the role in the class changed, since this person was enrolled. Export it if it waits, then enroll again.
id-not-told = { $platform } does not tell the id of this row. Try again.
gone-there = This row is no longer in { $platform }. Export again to make it.
not-answered = { $platform } did not answer for this row. Try again.

## What the platform is known to refuse

value-empty = { $field } is empty. Fill it in, then export again.
value-markup = { $field } “{ $value }” has HTML marks (<…>). Remove them, then export again.
    .group = { $field } has HTML marks (<…>). Remove them, then export again.
value-too-long = { $field } has more than { $most } characters. Shorten it, then export again.
username-empty = The { $platform } username is empty. Fill in the NPK or NIK, then export again.
username-invalid = The username “{ $value }” cannot be used in { $platform }: only small letters, digits, and the marks - . @ _ without spaces. Correct it, then export again.
    .group = The username cannot be used in { $platform }: only small letters, digits, and the marks - . @ _ without spaces. Correct it, then export again.
username-reserved = The username “{ $value }” is an account that every { $platform } has. Use another one.
    .group = The username is an account that every { $platform } has. Use another one.
email-refused = The e-mail address “{ $value }” is wrong. Correct it at the source, then export again.
    .group = The e-mail address is wrong. Correct it at the source, then export again.
username-twice = Two people of this export have the username { $value }. Correct the number at the source.
    .group = Two people of this export have one username. Correct the number at the source.
name-of-other-row = { $field } { $value } is also that of { $other }. Correct one of them at the source, then sync and export again.
    .group = { $field } is also that of another row. Correct one of them at the source, then sync and export again.
category-code-twice = The code of { $value } comes twice in this export. Correct the code at the source.
    .group = The code comes twice in this export. Correct the code at the source.
course-code-twice = Two courses of this export have the short name { $value }. Correct the code at the source.
    .group = Two courses of this export have one short name. Correct the code at the source.
class-twice = The class { $value } comes twice in this export. Correct the code at the source.
    .group = The class comes twice in this export. Correct the code at the source.

## What the platform refused

no-id-given = { $platform } gave no number for this row. Look into { $platform }'s log, then export again.
being-changed-there = This is being changed in { $platform }. Export again in a while.
no-answer-given = { $platform } gave no answer for this row. Export again.
account-refused = { $platform } refused this account without telling why ({ $message }). Check the name, the username and the e-mail address.
    .group = { $platform } refused this account without telling why. Check the name, the username and the e-mail address.
language-refused = { $platform } refused this account. Mostly the language pack { $language } is not installed there: install it at Site administration > General > Language > Language packs, or change the language at Settings > Shape, then export again.
profile-field-not-kept = { $platform } does not keep the profile field { $field }: no field has that short name, or its type does not take this value. Make it at Site administration > Users > User profile fields, or remove it at Settings > Shape, then export again.
account-twice-there = There are { $count } accounts in { $platform } with the idnumber { $value }. Leave one, then export again.
    .group = There is more than one account in { $platform } with the same idnumber. Leave one, then export again.
account-of-other-row = The account { $value } in { $platform } ({ $other }) belongs to another row: its idnumber is { $idnumber }. Correct the wrong number. If that row is no longer in the dashboard, empty the idnumber of the account in { $platform }, then export again.
    .group = The account with this username in { $platform } belongs to another row. Correct the wrong number. If that row is no longer in the dashboard, empty the idnumber of the account in { $platform }, then export again.
account-ambiguous = Several accounts in { $platform } have the number { $value } as their username or idnumber: { $found }. Choose the account on the page Match, then export again.
    .group = Several accounts in { $platform } have the same number as their username or idnumber. Choose the account on the page Match, then export again.
linked-to-other-row = { $value } in { $platform } fits this row, but another row has it already: { $other }. Correct the wrong number or code, then export again.
    .group = What fits this row in { $platform } is another row's already. Correct the wrong number or code, then export again.
username-taken-there = The username { $value } is another account's in { $platform } ({ $other }, idnumber { $idnumber }). If that is the same person, choose the account on the page Match and export again; if not, correct the number.
    .group = The username is another account's in { $platform }. If that is the same person, choose the account on the page Match and export again; if not, correct the number.
email-taken = The e-mail address { $value } is another account's in { $platform } ({ $other }). If that is this person's account, choose it on the page Match and export again; if not, correct the e-mail address at the source or in { $platform }.
    .group = The e-mail address is another account's in { $platform }. If that is this person's account, choose it on the page Match and export again; if not, correct the e-mail address at the source or in { $platform }.
email-taken-somewhere = The e-mail address { $value } is another account's in { $platform } (the account is not known). Correct the e-mail address at the source or in { $platform }.
    .group = The e-mail address is another account's in { $platform }. The account is not known. Correct the e-mail address at the source or in { $platform }.
category-refused = { $platform } refused the category { $value } ({ $message }). Check its name.
    .group = { $platform } refused this category. Check its name.
category-twice-there = There is more than one category in { $platform } with the idnumber { $value }. Leave one, then export again.
    .group = There is more than one category in { $platform } with the same idnumber. Leave one, then export again.
category-idnumber-taken = The idnumber { $value } is another category's in { $platform }. Empty it there, then export again.
    .group = The idnumber is another category's in { $platform }. Empty it there, then export again.
parent-category-gone = The parent category of { $value } is no longer in { $platform }. Export years, semesters, programs and departments again, then this.
    .group = The parent category is no longer in { $platform }. Export the parent again, then this.
course-refused = { $platform } refused the course { $value } ({ $message }). Check its name and code.
    .group = { $platform } refused this course. Check its name and code.
course-twice-there = There is more than one course in { $platform } with the idnumber { $value }. Leave one, then export again.
    .group = There is more than one course in { $platform } with the same idnumber. Leave one, then export again.
course-category-gone = The category of this course is no longer in { $platform }. Export years, semesters, programs and departments again, then this.
short-name-taken = The short name { $value } is another course's in { $platform }. Change one of them, then export again.
    .group = The short name is another course's in { $platform }. Change one of them, then export again.
course-ambiguous = Several courses in { $platform } have the short name { $value } in different capitals: { $found }. Change the short name of the one that is not this course, then export again.
    .group = Several courses in { $platform } have the same short name in different capitals. Change the short name of the one that is not this course, then export again.
short-name-taken-by = The short name { $value } in { $platform } is that of another row's course ({ $other }, idnumber { $idnumber }). Change one of the short names. If that row is no longer in the dashboard, empty the idnumber of the course in { $platform }, then export again.
    .group = The short name in { $platform } is that of another row's course. Change one of the short names. If that row is no longer in the dashboard, empty the idnumber of the course in { $platform }, then export again.
class-refused = { $platform } refused the class { $value } ({ $message }). Check its name.
    .group = { $platform } refused this class. Check its name.
class-name-taken = The group names { $value } and { $other } are taken in this course. Rename the old group in { $platform }, then export again.
    .group = The group name is taken in this course, with its semester too. Rename the old group in { $platform }, then export again.
class-course-gone = The course of this class is no longer in { $platform }. Export the course again, then this class.
class-unchanged = The group was not changed in { $platform }: { $message }
    .group = The group was not changed: the { $platform } token may not change it. Check the functions of the web service and the rights of the token's user.
persons-account-gone = This person's account is no longer in { $platform }. Export the person again, then enroll again.
persons-account-dropped = The account in { $platform } that was chosen for this person was dropped. Give that account its e-mail address back in { $platform }, then export this person again and enroll again.
persons-course-gone = This course is no longer in { $platform }. Export the course and its classes again, then enroll again.
role-not-assignable = The { $platform } token may not give this role. Allow the role to the token's user in { $platform }, or correct the number of the role in the settings.
manual-enrolment-off = Manual enrolment is off in this course. Switch the manual enrolment method on in { $platform }, then enroll again.
welcome-message-unsent = { $platform } cannot send the welcome message of the course, and this person is not in the course. Switch the message off in { $platform }, then enroll again.
not-enrolled = { $platform } did not enroll this person ({ $message }). Check the course and the account in { $platform }.
    .group = { $platform } did not enroll this person. Check the course and the account in { $platform }.
group-gone = The group of this class is no longer in { $platform }. Export the class again, then enroll again.
not-grouped = This person is enrolled in the course, but could not be put into the group of the class ({ $message }). Export the class again, then enroll again.
    .group = This person is enrolled in the course, but could not be put into the group of the class. Export the class again, then enroll again.
group-not-left = This person was not taken out of the group of the class in { $platform } ({ $message }). Try again.
    .group = This person was not taken out of the group of the class in { $platform }. Try again.
manual-enrolment-off-at-leaving = Manual enrolment is off in this course, so this person was not taken out of it. Switch the manual enrolment method on in { $platform }, then unenroll again.
not-unenrolled = { $platform } did not take this person out of the course ({ $message }). Check the manual enrolment method of the course.
    .group = { $platform } did not take this person out of the course. Check the manual enrolment method of the course.

## People who leave a course or come back

out-already = No longer in this course in { $platform }, so there was nothing to suspend.
still-open = This course in { $platform } is still open to this person, who is enrolled in another way too, such as self-enrolment or a cohort. Take the person out of that cohort, or suspend the other enrolment in the course's participants, then unenroll again.
still-open-in-role = This person also holds the role { $role } in this course in { $platform }, so the enrolment was not touched and the course stays open. If the person is to leave, take that role away in the course's participants, then unenroll again.
people-hidden = { $platform } shows neither this person nor any other of them in the course, so no one was suspended. A course with separate groups looks empty to an account without { $capability }: give it to the role of the token's user, then unenroll again.
grades-lost = The grades in this course were deleted with it.
grades-perhaps-lost = The grades in this course, if there were any, were deleted with it.
grades-since-agreed = There are grades in this course, or there may be, since this was agreed to, so this person was not removed. Look at the plan again, then type the number of people who have grades.
grades-there = There are grades in this course.
grades-not-there = There are no grades in this course. If there were: switch "Recover grades default" on in { $platform }, unenroll, then enroll again.
grades-not-seen = The { $platform } token may not see the grades: look there whether they are back.

## What a comparison finds

suspended-there = Suspended there. Press Send what differs again in the report of differences, then enroll { $kind }.
active-there-again = Suspended from here, but active again there. Enroll { $kind } again; if this person is to stay out, unenroll this row afterwards.
active-there-after-leaving = Suspended from here, since { $source } no longer lists it, but active again in { $platform }. Press Send what differs again in the report of differences, then unenroll { $kind }.
differs = { $field }: dashboard "{ $here }", { $system } "{ $there }"
differs-there = { $field }: dashboard "{ $here }", { $system } "{ $there }"
not-synced = It is in { $source } and not in the dashboard yet. Sync { $kind }.
changed-here-since-sync = { $changes }. Changed in the dashboard since the sync. Correct it in { $source } too, or sync this row alone to take what { $source } says.
    .group = Changed in the dashboard since the sync. Correct it in { $source } too, or sync this row alone to take what { $source } says.
changed-at-source = { $changes }. Changed in { $source } since the last sync. Sync { $kind }.
    .group = Changed in { $source } since the last sync. Sync { $kind }.
changed-here-and-at-source = { $changes }. The dashboard and { $source } differ, and both were changed. Sync this row alone to take what { $source } says.
    .group = The dashboard and { $source } differ, and both were changed. Sync this row alone to take what { $source } says.
not-at-source = It is no longer in { $source }. Look there; if it was really deleted, delete it from the dashboard.
list-empty = { $rows ->
    [one] { $source } sent an empty list, but the dashboard has { $rows } row. Check { $source }, then try again.
   *[other] { $source } sent an empty list, but the dashboard has { $rows } rows. Check { $source }, then try again.
}
not-exported = Never exported. Export { $kind }.
gone-since-export = Exported before, but no longer in { $platform }. Press Send what differs again in the report of differences, then export { $kind }.
changed-there = { $changes }. Changed in { $platform }. If the dashboard is right: press Send what differs again in the report of differences, then export { $kind }; if { $platform } is right, correct it in { $source }.
    .group = Changed in { $platform }. If the dashboard is right: press Send what differs again in the report of differences, then export { $kind }; if { $platform } is right, correct it in { $source }.
changed-here-since-export = { $changes }. Changed in the dashboard since the last export. Export { $kind }.
    .group = Changed in the dashboard since the last export. Export { $kind }.
changed-here-and-there = { $changes }. Changed in the dashboard and in { $platform } too. Export { $kind } to take what the dashboard says.
    .group = Changed in the dashboard and in { $platform } too. Export { $kind } to take what the dashboard says.
enrolled-by-hand = Enrolled in { $platform } directly. Enroll { $kind } so that the dashboard knows.
enrolled-by-hand-unknown = Enrolled in { $platform } directly, and in no class of this course as the dashboard has it. Take the person out in { $platform }, or add them in { $source }.
not-yet-enrolled = Not enrolled yet. Enroll { $kind }.
not-in-group = In the course in { $platform }, but not in the group of the class. Press Send what differs again in the report of differences, then enroll { $kind }.
role-changed = The role in the course was changed in { $platform }. Press Send what differs again in the report of differences, then enroll { $kind }.
course-gone = The course is no longer in { $platform }. Press Send what differs again in the report of differences, then export courses and classes, and enroll { $kind }.
not-in-course = Enrolled as the dashboard has it, but not in the course in { $platform }. Press Send what differs again in the report of differences, then enroll { $kind }.

## Why a person's enrolment differs from the source

no-such-person = There is no { $one } with number { $number } in the source, the dashboard or the platform.
renumber-same = { $number } is the number already. Enter another one.
renumber-both-listed = { $source } lists both { $number } and { $to }, so they are two people. If they are one, delete one of them in { $source }, sync again, then repeat.
renumber-waits = A job with the { $kind } data is still running. Wait for its end, then repeat.
renumber-joins = { $to } is in the dashboard already ({ $label }). The two become one person: with the data of { $to }, and with account and classes of both.
renumber-leaves-account = { $to } has an account on { $platform } too. It is not used any more; delete it on { $platform }, so that the older account can take its user name.
was-renumbered = The number of { $label } was changed from { $number } to { $to }. An export will update the account.
renumberings-dismissed = { $pairs ->
    [one] { $pairs } pair was recorded as two people.
   *[other] { $pairs } pairs were recorded as two people each.
}
not-undecided = { $label } does not wait for a choice. Load the page again to see what waits.
match-not-scanned = { $label } is not in the result of the scan of { $platform }. Scan { $platform }, then decide again.
match-line-wrong = Line { $line }: { $why }
match-line-twice = { $label } is on several lines of the file.
match-decision-unreadable = "{ $decision }" is neither an id nor "new". Write the id there into the column platform_id, or "new", or leave it empty.
match-file-without-columns = This file has no columns { $columns } in its first line. Use the file that is downloaded from this page.
match-file-wrong = Nothing was taken from this file: { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
} cannot be used. { $first }
match-file-empty = There is no decision in this file. Fill in the column platform_id, then upload it again.
not-new-there = { $label } cannot be made as a new one: { $holder } in { $platform } has its name or address already. Choose that one, or change its name in { $platform } first.
match-gone = The account that was chosen for { $label } is not in { $platform }. Load the page again, then choose another.
dates-without-semester = A course of the catalogue is used in all semesters, so its dates cannot be those of one semester.
ended-without-semester = A course of the catalogue is used in all semesters, so it is not hidden with one of them.
semester-dates-wrong = The dates of semester { $semester } cannot be used: first day "{ $first }", last day "{ $last }". Fill in the first day, and a last day after it.
domain-invalid = This is no domain of e-mail addresses. Write what stands after the @, such as students.campus.edu.
role-name-invalid = This name of a role cannot be used. Write the role as the source does, other than pengampu.
tie-of-inner-level = Under this shape only rows of the outermost level can be tied to a category in { $platform }: an inner one has a category in each outer one.
tie-while-jobs = Nothing was tied or loosened: jobs are waiting or running. Wait for their end, or cancel them, then do it again.
category-to-tie-gone = The category that was chosen is not in { $platform }. Load the page again, then choose another.
category-held = The category "{ $category }" belongs to { $holder } already. Choose another one.
category-tied = { $label } has the category "{ $category }" in { $platform } now. The next export moves there what belongs inside; the category keeps its name and place.
category-loosened = { $label } is loosened from its category in { $platform }, which stays as it is. The next export makes another one.
cohort-twice = This pattern is there twice. Remove one of them.
role-id-invalid = The id of a role must be a whole number above zero.
profile-field-unknown = { $name } is no profile field. There are: { $known }, or profile_field_ followed by the short name of a custom field.
level-twice = { $name } is in the list of categories twice. Use each level once at most.
pattern-unreadable = The pattern { $name } cannot be read: { $fault }. Write fields in double braces, such as {"{{"} nama_kelas {"}}"}.
pattern-field-unknown = The pattern { $name } has a field that does not exist: { $unknown }. There are: { $known }.
shape-word-unknown = { $word } is unknown in { $name }. Choose one of: { $known }.
shape-while-jobs = The shape was not changed: jobs are waiting or running. Wait for their end, or cancel them, then save again.
template-not-there = There is no template course "{ $template }" in { $platform }, so this course was not made. Make that course, or correct its short name in Settings > Shape in { $platform }, then export again.
template-not-allowed = The content of the template course "{ $template }" is not in this course yet: the user of the token may not import it. Allow moodle/backup:backuptargetimport and moodle/restore:restoretargetimport in its role in { $platform }, then export again.
template-refused = { $platform } did not import the content of the template course "{ $template }" into this course ({ $message }). Check that course, then export again.
    .group = { $platform } did not import the content of the template course "{ $template }". Check that course, then export again.
template-unanswered = { $platform } did not answer while the content of the template course "{ $template }" was imported into this course. Export again: it is imported if this course is empty still.
courses-stay-visible = Courses stay visible after their semester has ended. Choose "are hidden" in Settings > Shape in { $platform }, then close this semester.
only-semesters-close = { $kind } cannot be closed: only semesters can.
semester-runs = Semester { $semester } has not ended: its last day is { $last }. Close it afterwards, or correct that day.
semester-ahead = Semester { $semester } has not begun: its first day is { $first }. Close it after it has ended, or correct that day.
semester-end-unreadable = The last day of semester { $semester } cannot be read: "{ $last }". Correct it, then close the semester again.
semester-end-unknown = Semester { $semester } has no last day. Make sure that it has ended.
semester-without-courses = Semester { $semester } has no courses of its own in { $platform }.
people-stay-in-courses = { $people ->
    [one] { $people } person in a class is in the courses to hide, and stays
   *[other] { $people } people in classes are in the courses to hide, and stay
} enrolled. Grades stay in { $platform }; students cannot open hidden courses.
courses-stay-shared = { $courses ->
    [one] { $courses } other course with classes of this semester is used in other semesters too, and stays
   *[other] { $courses } other courses with classes of this semester are used in other semesters too, and stay
} visible.
course-shared-with-others = This course is used by { $others } too, so it stays visible.
closed-course-gone = This course is no longer in { $platform }.
course-visibility-unknown = { $platform } does not say whether this course is visible, so it was not changed. Check the capabilities of the token, then try again.
course-not-hidden = { $platform } did not change whether this course is visible ({ $message }). Check the capability moodle/course:visibility, then try again.
    .group = { $platform } did not change whether a course is visible. Check the capability moodle/course:visibility, then try again.
course-shown-already = This course is visible already.
shape-kept = The shape in { $platform } was saved. Nothing was sent: the next export uses it.
matches-chosen = { $rows ->
    [one] { $rows } row was linked to what is in { $platform } already. Export again to send its data there.
   *[other] { $rows } rows were linked to what is in { $platform } already. Export again to send their data there.
}
matches-dropped = { $rows ->
    [one] { $rows } row was unlinked. What is in { $platform } stays as it is.
   *[other] { $rows } rows were unlinked. What is in { $platform } stays as it is.
}
matches-new = { $left ->
    [0] { $rows } rows will be new in { $platform } at the next export.
   *[other] { $rows } rows will be new in { $platform } at the next export. { $left } others still wait: their name or address is in use there.
}
match-file-taken = From the file: { $linked ->
    [one] { $linked } row was
   *[other] { $linked } rows were
} linked to what is in { $platform } already, { $new } will be new at the next export, { $same } stay.
matches-hold = An export makes nothing in { $platform } for rows with an undecided match.
matches-released = An export no longer waits for the matches with { $platform } to be decided.
matches-scanned = Scan of { $platform }: { $linked } linked already, { $proposed } with a proposal, { $ambiguous } to be chosen, { $none } not there yet.
no-such-class = The dashboard has no class with number { $number }. Sync the classes first.
not-answered-in-time = { $system } did not answer within { $seconds } seconds. Try again.
too-many-at-once = Not asked: more than { $most } courses at once.
cause-not-at-source = { $source } does not list the person in this class.
cause-by-hand = Put in directly on { $platform }; { $source } does not list the person in this class.
cause-row-unreadable = The person's row in { $source } cannot be read, so it was not taken over. { $why }
cause-not-synced = { $source } lists the person in this class, the dashboard does not yet. Sync first.
cause-listed-again = { $source } lists the person in this class again; the dashboard still has them as gone. Sync first.
cause-account-missing = No account on { $platform } yet: never exported.
cause-account-gone = An account was made once, but it is no longer on { $platform }.
cause-account-refused = { $platform } did not take the account. { $why }
cause-account-suspended = The account is suspended on { $platform }. Activate it there if the person may come in.
cause-class-not-here = The dashboard does not have class { $class }. Sync and export the classes first.
cause-course-missing = The course of { $class } is not on { $platform } yet: it was never exported.
cause-course-gone = The course of { $class } is no longer on { $platform }.
cause-group-missing = The group of { $class } is not on { $platform } yet: the class was never exported.
cause-group-gone = The group of { $class } is no longer on { $platform }.
cause-not-enrolled = Not enrolled on { $platform } yet.
cause-unrecorded = In this class on { $platform } already, but the dashboard does not know. Enroll to record it.
cause-other-role = In the course on { $platform }, but with another role.
cause-enrolment-failed = The last enrolment on { $platform } failed. { $why }
cause-suspended-here = The enrolment on { $platform } was suspended from the dashboard.
cause-suspended-there = The enrolment was suspended directly on { $platform }.
cause-active-there = Suspended from the dashboard, but active again on { $platform }.
cause-removed-there = Enrolled once, but taken out of the course on { $platform }.
cause-other-group = In the course on { $platform }, but in another group: { $groups }.
cause-no-group = In the course on { $platform }, but not in the group of the class.
person-in-step = { $label } is in sync already; there is nothing to do.
person-unmended = { $label }: nothing can be synced from here. { $why }
person-mended = { $label }: { $done } synced, { $failed } failed.

## Written by a version that had no codes

earlier = { $text }

## Why an action is not done

already-undone = This job has been taken back already.
not-undoable = This job cannot be taken back: it wrote nothing, or more than 30 days have passed.
undone-not-named = The job to take back is not named.
job-runs = This job still runs.
server-stops = The server is being stopped. This job goes on when the server is up again; see the list of jobs.
no-such-kind = There is no kind of data called { $name }.
no-such-verb = There is no action called { $name }.
not-enrollable = There is no enrolling of { $kind }.
only-unenroll-leaves = Only unenroll can suspend, or delete rows afterwards.
only-missing-removed = Only rows that the source no longer has can be deleted along with it.
compared-together = All kinds of data are compared together.
import-dates-unknown = The dates of the import are not known.
no-class-readable = No class at all could be read from { $source }.
row-not-at-source = This { $one } is not in { $source }.
row-not-yet-here = This { $one } is not in the dashboard yet. Choose its class first, then sync.
row-not-here = This { $one } is not in the dashboard.
no-classes-yet = There are no classes in the dashboard yet. Sync the classes first.
empty-list-refused = { $rows ->
    [one] { $source } sent an empty list, but the dashboard has { $rows } row. Nothing was changed. Check { $source }, then try again.
   *[other] { $source } sent an empty list, but the dashboard has { $rows } rows. Nothing was changed. Check { $source }, then try again.
}
empty-file-refused = { $rows ->
    [one] The { $origin } has no row, but the dashboard has { $rows } row. Nothing was changed. Check the file, then try again.
   *[other] The { $origin } has no row, but the dashboard has { $rows } rows. Nothing was changed. Check the file, then try again.
}
no-row-readable = { $rows ->
    [one] In the { $origin }, { $rows } row came and cannot be read, so nothing was changed. Fix it, then try again. For example { $line }: { $why }
   *[other] In the { $origin }, none of the { $rows } rows can be read, so nothing was changed. Fix them, then try again. For example { $line }: { $why }
}
database-troubled = The database of Selaras is in trouble. Try again; if it happens again, tell the operator of the server.
disk-full = The disk that holds the data of Selaras is full, so this change was not saved. Ask the server's operator to make room on it, then try again; what was saved is still there.
spool-troubled = A temporary file of Selaras is in trouble. Check the disk space, then try again.
queue-troubled = The queue of jobs is in trouble. Try again; if it happens again, tell the operator of the server.
job-damaged = What this job is to do is damaged in the database, so it was not run and nothing was changed. Order the action once more.
job-broke-off = This job broke off on a fault of Selaras itself. What was done until then is kept. Try again; if it happens again, tell the operator of the server.
job-deadly = The server died again and again while it was at this job, so it was given up. What was done until then is kept. Before you try again, have the operator of the server look at its log and its memory.
cancelled = Cancelled.
superseded = Another process goes on with the job.
plan-moved = The data has changed since this plan was shown. Nothing was changed. See the new plan.
confirmation-needed = { $why } Nothing was changed. Type { $name } to go on.
subject-name = { $subject ->
    [kelas] Classes
    [mata_kuliah] Courses
    [mahasiswa] Students
    [mahasiswa_mbkm] MBKM Students
    [pengajar] Teachers
    [mengajar] Teachings
    [prodi] Study Programs
    [jurusan] Departments
    [semester] Semesters
    [tahun_ajaran] Academic Years
    [campus] Whole Campus
    [matches] Matching
   *[other] { $subject }
}
schedule-guarded = { $why } Nothing was changed: a schedule does not pass the guard. Look at it, then run it yourself.

## What the guard asks about, and what a plan or a job tells beside its counts

grades-at-stake = { $rows ->
    [one] { $rows } person has grades, or may have some, in the course that is left; they are deleted with it and Selaras cannot bring them back.
   *[other] { $rows } people have grades, or may have some, in the courses that are left; they are deleted with it and Selaras cannot bring them back.
}
list-shrunk = { $source } sent a much smaller list: { $rows } of { $of } rows ({ $percent } percent) are no longer there.
list-shrunk-of-program = { $source } sent a much smaller list for the study program { $program }: { $rows } of { $of } rows ({ $percent } percent) are no longer there.
sentences = { $sentences }
touches-many = This action { $does } { $rows } of { $of } { $counted } of { $kind } ({ $percent } percent).
touches-many-of-program = This action { $does } { $rows } of { $of } { $counted } of { $kind } in the study program { $program } ({ $percent } percent).
overwrites = overwrites
overwrites-there = overwrites in { $platform }
deletes = deletes
takes-out-of-cohorts = takes out of their cohorts
takes-out = takes out of their classes
first-enrolment = { $rows } first enrolments: { $platform } may send a welcome message for each, which slows everything down. Switch them off first if they are not needed (see the guide to { $platform }).
grades-will-be-lost = { $rows ->
    [one] { $rows } person has grades, or may have some. They are deleted with the enrolment. Selaras cannot bring them back.
   *[other] { $rows } people have grades, or may have some. They are deleted with the enrolment. Selaras cannot bring them back.
}
grades-were-lost = { $rows ->
    [one] { $rows } person had or may have had grades in the course that was left; they were deleted with it. Selaras cannot bring them back.
   *[other] { $rows } people had or may have had grades in the courses that were left; they were deleted with it. Selaras cannot bring them back.
}
grades-recovered = Only { $platform } can help: switch "Recover grades default" on (Site administration > Grades > General settings), then enroll again.
grades-not-asked = More than { $most } people: their grades were not asked for one by one and are taken to be there.
grades-unseen = The { $platform } token may not see everybody's grades; those it cannot see are taken to be there.
rows-then-deleted = { $rows ->
    [one] { $rows } row is deleted from the dashboard afterwards.
   *[other] { $rows } rows are deleted from the dashboard afterwards, those of people who never were in the course among them.
}
passwords-mailed = { $platform } makes the passwords of new accounts and mails them. If mail does not work there yet, or people sign in otherwise (LDAP, OAuth 2, SAML), write how into platform.auth first.
cohorts-to-make = { $cohorts ->
    [one] One cohort is made in { $platform }: { $names }.
   *[other] { $cohorts } cohorts are made in { $platform }: { $names }.
}
cohorts-gain = { $people ->
    [one] One student is added to a cohort in { $platform }: { $names }.
   *[other] { $people } students are added to cohorts in { $platform }: { $names }.
}
cohorts-lose = { $people ->
    [one] One student is taken out of a cohort in { $platform }: { $names }.
   *[other] { $people } students are taken out of cohorts in { $platform }: { $names }.
}
cohorts-not-made = { $cohorts ->
    [one] One cohort was not made ({ $names }): { $why }
   *[other] { $cohorts } cohorts were not made ({ $names }): { $why }
}
cohort-members-gone = { $people ->
    [one] One student was not added to a cohort: { $platform } has no such account any more.
   *[other] { $people } students were not added to cohorts: { $platform } has no such accounts any more.
}
export-students-again = Export all students again.
makes-besides = Besides these rows, { $platform } gets { $categories } new categories and { $courses } new courses.
addresses-shared = { $rows ->
    [one] One row has an e-mail address that another row has too:
   *[other] { $rows } rows have e-mail addresses that other rows have too, such as
} { $address } ({ $one } and { $two }). { $platform } refuses the second row and those after it, unless it allows several accounts with one address.
passwords-lost = No account was made yet: { $platform } cannot send mail, so the password would be unknown to all. Write into platform.auth: "manual" once mail works there, or another way to sign in, such as "ldap", "oauth2" or "saml2". Restart Selaras, then try again.
messages-unsent = { $platform } cannot send the welcome message of the course, but everybody is enrolled all the same.
switch-messages-off = Switch the message off (Site administration > Plugins > Enrolments > Manual enrolments > Send course welcome message, and in the enrolment method of each course that is there), or fix the mail of the { $platform } server.

## What became of a job

job-failed = { $title } failed: { $why }
job-cancelled = { $title } was cancelled; rows dealt with until then: { $rows }.
work-on-kind = { $verb } of { $kind }
work-on-zoom = Import of Zoom attendance
work-on-closing = Closing of a semester
work-on-campus = { $verb } of the whole campus
work-on-differences = Comparison
work-on-matches = Scan for matches
synced = Sync of { $kind }: { $parts }.
exported = Export of { $kind }: { $parts }.
enrolled = Enrolment of { $kind }: { $parts }.
unenrolled = Unenrolment of { $kind }: { $parts }.
brought-back = Undoing of { $kind }: { $parts }.
semester-closed = Closing of semester { $semester }: { $parts }.
compared = Comparison: { $parts }.
no-differences = Comparison: no difference in { $rows } comparisons.
meetings-imported = Import of Zoom attendance from { $first } to { $last }: { $parts }.
meetings-read = { $rows ->
    [one] { $rows } meeting read
   *[other] { $rows } meetings read
}
meetings-not-read = { $rows } failed or incomplete
no-meetings = no meetings
attendance-new = { $rows ->
    [one] { $rows } new participation
   *[other] { $rows } new participations
}
attendance-changed = { $rows ->
    [one] { $rows } changed participation
   *[other] { $rows } changed participations
}
no-new-attendance = no new participations
attendance-imported = Import of Zoom attendance from { $first } to { $last }. Meetings read: { $meetings }; participations: { $parts }.
zoom-imported = Import of Zoom attendance from { $first } to { $last }. Meetings read: { $meetings }; participations: { $parts }.
nothing-to-do = nothing needs to be done
nothing-to-bring-back = nothing needs to be brought back
rows-new = { $rows } new
rows-changed = { $rows } changed
rows-unchanged = { $rows } unchanged
cohorts-made = { $cohorts ->
    [one] { $cohorts } cohort made
   *[other] { $cohorts } cohorts made
}
cohorts-entered = { $people ->
    [one] { $people } student added to cohorts
   *[other] { $people } students added to cohorts
}
cohorts-left = { $people ->
    [one] { $people } student taken out of cohorts
   *[other] { $people } students taken out of cohorts
}
rows-hidden = { $rows ->
    [one] { $rows } course hidden
   *[other] { $rows } courses hidden
}
rows-hidden-already = { $rows ->
    [one] { $rows } course hidden already
   *[other] { $rows } courses hidden already
}
rows-shown = { $rows ->
    [one] { $rows } course shown again
   *[other] { $rows } courses shown again
}
rows-shown-already = { $rows ->
    [one] { $rows } course visible already
   *[other] { $rows } courses visible already
}
rows-gone = { $rows } gone from { $source }
rows-in-conflict = { $rows } in conflict
rows-not-done = { $rows } failed
rows-done = { $rows ->
    [one] { $rows } enrolment done
   *[other] { $rows } enrolments done
}
rows-moved = { $rows ->
    [one] { $rows } class member moved to another group
   *[other] { $rows } class members moved to another group
}
rows-suspended = { $rows ->
    [one] { $rows } enrolment suspended
   *[other] { $rows } enrolments suspended
}
rows-out-already = { $rows ->
    [one] { $rows } class member not in the course any more
   *[other] { $rows } class members not in the course any more
}
rows-still-open = { $rows ->
    [one] { $rows } enrolment still open
   *[other] { $rows } enrolments still open
}
rows-reactivated = { $rows ->
    [one] { $rows } enrolment active again
   *[other] { $rows } enrolments active again
}
rows-enrolled-again = { $rows ->
    [one] { $rows } class member enrolled again
   *[other] { $rows } class members enrolled again
}
enrolments-not-done = { $rows ->
    [one] { $rows } enrolment failed
   *[other] { $rows } enrolments failed
}
rows-missing-here = { $rows } not in the dashboard yet
rows-missing-there = { $rows } not in { $platform }
rows-changed-at-source = { $rows } changed in { $source }
rows-changed-here = { $rows } changed in the dashboard
rows-changed-there = { $rows } changed in { $platform }
rows-changed-on-both-sides = { $rows } changed on both sides
rows-not-enrolled = { $rows ->
    [one] { $rows } class member not enrolled in { $platform } yet
   *[other] { $rows } class members not enrolled in { $platform } yet
}
rows-enrolled-by-hand = { $rows ->
    [one] { $rows } class member enrolled in { $platform } directly
   *[other] { $rows } class members enrolled in { $platform } directly
}
rows-unreadable = { $rows } that cannot be read
rows-deleted = { $rows ->
    [one] { $rows } row of { $kind } was deleted from the dashboard.
   *[other] { $rows } rows of { $kind } were deleted from the dashboard.
}
then-deleted = { $rows ->
    [one] { $first } { $rows } row was deleted from the dashboard.
   *[other] { $first } { $rows } rows were deleted from the dashboard.
}
put-back = { $rows ->
    [one] { $rows } row of { $kind } is as it was before.
   *[other] { $rows } rows of { $kind } are as they were before.
}
put-back-but = { $rows ->
    [one] { $rows } row of { $kind } is as it was before, { $left } left as they are because they have been written again since.
   *[other] { $rows } rows of { $kind } are as they were before, { $left } left as they are because they have been written again since.
}
rows-failed = { $first } { $second }
cancelled-before-start = Cancelled before it began.
cancelled-by-restore = Cancelled: the database was restored from a backup that was made before this job had ended.
rows-read = rows read from { $source }: { $rows }
nothing-yet = { "" }

## The activity log

did-choose-person = Zoom participant { $participant } is { $label } ({ $number })
did-unchoose-person = Nothing is chosen for Zoom participant { $participant } any more
did-ignore-participant = Zoom participant { $participant } is ignored
did-set-least-minutes = Least minutes that count as attendance at Zoom meetings of { $label }: { $minutes }
did-remove-least-minutes = Least minutes at Zoom meetings of { $label } removed
did-keep-rule = Rule for Zoom meetings "{ $text }": { $label }
did-delete-rule = Rule for Zoom meetings "{ $text }" deleted
did-schedule-for = Schedule of { $title }: { $times }
did-schedule-on = Schedule of { $title }: { $cron }, on
did-schedule-off = Schedule of { $title }: off
did-cancel = Cancelled: { $title }
backup-failed = The backup of the database failed: { $why }
did-sign-up = Signed up
did-log-in = Logged in
did-log-out = Logged out
did-refuse-log-in = Login as { $username } refused
did-refuse-many = { $refusals ->
    [one] One more refused login was not written down
   *[other] { $refusals } more refused logins were not written down
}
did-refuse = Refused: { $call }
new-location = { $username } has signed in from a new place: { $address }, { $device }
right-password-wrong-code = The password of { $username } was right, but the code of the second factor was wrong: { $address }, { $device }
did-change-password = Changed the own password
did-give-password = Gave { $label } a new password
did-rename-user = Changed the user name of { $label } to { $username }
did-set-email = Changed the own e-mail address to { $email }
did-remove-email = Removed the own e-mail address
did-end-session = Ended a session of { $label }
did-end-sessions = { $sessions ->
    [one] Ended one other session of their own
   *[other] Ended { $sessions } other sessions of their own
}
did-set-second-factor = Set up a second factor
did-renew-codes = Made new recovery codes
did-end-second-factor = Ended the second factor of { $label }
did-make-second-factor-duty = Made a second factor required
did-end-second-factor-duty = Made a second factor no longer required
did-give-role = Made { $label } { $role }
did-make-user = Made user { $label }
did-save-user = Changed user { $label }
did-delete-user = Deleted user { $label }
did-restore-user = Brought user { $label } back
did-approve-user = Approved user { $label }
did-disable-user = Disabled user { $label } ({ $username })
did-enable-user = Enabled user { $label } ({ $username })
did-follow-claim = Became { $role } as { $provider } says
did-lose-claim = Disabled, as { $provider } no longer gives access
did-make-row = Made the { $one } { $label }
did-save-row = Changed the { $one } { $label }
did-renumber = Changed the number of the { $one } { $label } from { $number } to { $to }
did-tie-category = Tied { $label } to the category "{ $category }" in { $platform }
did-loosen-category = Loosened { $label } from its category in { $platform }
did-change-shape = Changed the shape in { $platform }
did-choose-matches = { $rows ->
    [one] Linked { $rows } row to what is in { $platform } already
   *[other] Linked { $rows } rows to what is in { $platform } already
}
did-drop-matches = { $rows ->
    [one] Unlinked { $rows } row from what is in { $platform }
   *[other] Unlinked { $rows } rows from what is in { $platform }
}
did-make-matches-new = { $rows ->
    [one] Decided that { $rows } row is made as a new one in { $platform }
   *[other] Decided that { $rows } rows are made as new ones in { $platform }
}
did-hold-matches = Held back the export of rows with an undecided match in { $platform }
did-release-matches = No longer holds back the export of rows with an undecided match in { $platform }
did-dismiss-renumberings = { $pairs ->
    [one] Recorded { $pairs } pair of numbers as two people
   *[other] Recorded { $pairs } pairs of numbers as two people each
}

## Trouble with the source

source-settings = The settings of { $source } are not right yet ({ $message }). Check its address and certificates.
    .group = The settings of { $source } are not right yet. Check its address and certificates.
source-away = { $source } cannot be reached ({ $message }). Check the address of { $source } in the settings and that its server is up, then try again.
    .group = { $source } cannot be reached. Check the address of { $source } in the settings and that its server is up, then try again.
source-untrusted = The certificate of { $source } is refused: { $why }
source-slow = { $source } did not answer within { $seconds } seconds. Try again in a while; if it goes on, tell the operator of { $source }.
source-slow-milliseconds = { $source } did not answer within { $milliseconds } milliseconds. Try again in a while; if it goes on, tell the operator of { $source }.
source-slow-minutes = { $source } did not answer within { $minutes } minutes. Try again in a while; if it goes on, tell the operator of { $source }.
source-busy = { $source } has too many requests. Wait some minutes, then try again.
source-refuses = { $source } refuses Selaras (HTTP { $status }). Ask the operator of { $source } to let the server of Selaras in.
source-address-unknown = { $source } does not know the address (HTTP 404). Check the address and the paths of { $source } in the settings.
source-troubled = { $source } is in trouble (HTTP { $status }). Try again in a while; if it goes on, tell the operator of { $source }.
source-redirects = { $source } sends the request on to { $to }. Set the address of { $source } in the settings to it.
source-reported = { $source } reports an error: { $message }
    .group = { $source } reports an error. Tell the operator of { $source }.
source-reported-nothing = { $source } reports an error without a word about it. Tell the operator of { $source }.
source-unreadable = The reply of { $source } cannot be read as a list: { $why }. Check the address of { $source } in the settings, and source.http where it is in use, or tell its operator.
source-broke-off = The reply of { $source } broke off after { $found ->
    [one] { $found } row
   *[other] { $found } rows
}, so the list is not complete. Try again.
    .group = The reply of { $source } broke off, so the list is not complete. Try again.
source-too-large = The reply of { $source } is larger than the limit of { $limit } MB. Tell the operator of { $source }, or raise source.http.megabytes.
source-page-too-large = One reply of { $source } is larger than the limit of { $limit } MB. Ask for the list in smaller pages, or raise source.http.page_megabytes.
source-no-entry = The database of { $source } refuses Selaras: { $message }. Check source.sql.url: username, password, name of the database and its rights.
    .group = The database of { $source } refuses Selaras. Check source.sql.url: username, password, name of the database and its rights.
source-no-folder = The folder of the files of { $source } cannot be read ({ $message }). Check source.files.folder and the right to read it.
    .group = The folder of the files of { $source } cannot be read. Check source.files.folder and the right to read it.
source-folder-silent = The folder of the files of { $source } does not answer. If it lies on another machine, check that the machine is up and can be reached, then try again.
source-list-unset = Nothing says where the list { $list } of { $source } is read. Set source.sql.queries.{ $list }, put a file { $list }.csv or { $list }.xlsx into source.files.folder, or set source.base_url.
source-table = { $origin }, { $what }
source-unreachable = { $source } cannot be reached. Check the address of { $source } in the settings and that its server is up, then try again.
source-not-a-list = The reply of { $source } cannot be read as a list (from byte { $at } on). Check the address of { $source } in the settings or tell its operator.
    .group = The reply of { $source } cannot be read as a list. Check the address of { $source } in the settings or tell its operator.

## Why a reply of the source cannot be read: the middle of a sentence

reply-is-page = what came is a web page, no JSON (perhaps a sign-in page, or maintenance)
reply-not-json = it is not whole JSON ({ $said })
reply-without-rows = there is no array of rows at "{ $pointer }"
reply-lacks = there is no "{ $pointer }" in it
reply-page-twice = the same page came twice, so the service does not know the pages that it is asked for
reply-pages-endless = its pages have no end
reply-next-unreadable = the address of the next page is none
reply-has-next = it is the first page alone, since "{ $place }" names the next one; write { $setting } = { $pages } so that all of them are read

## Trouble with the platform

platform-unanswered = { $platform } does not answer: { $why }
platform-untrusted = The certificate of { $platform } is refused: { $why }
platform-denied = { $platform } refuses the token: { $why }
platform-too-old = { $platform } { $release } is too old. Update it to { $least } or newer, then try again. No row has been sent yet.
functions-lacking = The { $platform } token may not call { $names } yet. Add them to the web service of Selaras in { $platform } (Site administration > Server > Web services > External services > Functions), then try again. No row has been sent yet.
capability-missing = The user of the { $platform } token lacks the capability { $capability } ({ $purpose }). Give it to the role in { $platform } (Site administration > Users > Permissions > Define roles), then try again. No row has been sent yet.
address-invalid = The address of { $platform } must begin with http:// or https://. Correct it in the settings.
certificate-unusable = The certificate for { $platform } cannot be used ({ $said }). Check the certificate file in the settings.
answer-too-large = the answer of { $function } is larger than { $limit } MB.
answer-unknown = what { $function } gives is not known. Make sure that { $platform } is 4.1 or newer, then look into the log of { $platform }.
answer-not-json = the answer is no JSON (perhaps it is a maintenance page). Open the site of { $platform } to look, then try again.
call-too-large = the proxy before { $platform } refuses the call { $function } as too large (HTTP 413), even the smallest. Raise client_max_body_size (nginx) or SecRequestBodyNoFilesLimit (ModSecurity) there.
answer-is-page = what answers is the web page “{ $title }”, not the web service of { $platform }. If that is a sign-in page, SSO, a browser check or a firewall (ModSecurity), have its operator exempt { $path }. If it is maintenance, try again later.
server-busy = the server of { $platform } is busy or under maintenance (HTTP { $status }). Try again later.
address-redirects = the address of { $platform } leads to another address. Correct the address of { $platform } in the settings (https, for instance).
address-redirects-to = the address of { $platform } leads to { $to }. If that is the right address of the site, write it into platform.base_url. If it is a sign-in page, have its operator exempt { $path }.
address-answers = the address of the web service answers HTTP { $status }. Check the address of { $platform } in the settings and that the REST protocol is on.
call-refused = { $function } was refused ({ $error }: { $said }). Look into the log of { $platform }.
token-unknown = the token is not known or has expired (function { $function }). Make a new token in { $platform } and put it into the settings of Selaras.
function-not-allowed = the token may not call the function { $function } yet. Add it to the web service of Selaras in { $platform } (Site administration > Server > Web services).
service-not-allowed = the web service refuses from the first call on, { $function } ({ $said }). Check in { $platform }: webservice/rest:use in the role of the token's user, its name among the authorised users of the Selaras service, the IP restriction, and that function in the service.
policy-not-agreed = the token's user has not agreed to the site policy. Sign in to { $platform } as that user and agree, or agree on its behalf (Site administration > Users > Privacy and policies > User agreements), then try again.
token-user-not-ready = the account of the token's user is not ready ({ $said }). Sign in to { $platform } as that user, change its password or complete its profile, then try again.
right-lacking = the token's user may not run { $function } ({ $said }). Give { $names } to the role in { $platform }.
right-unnamed = the token's user may not run { $function } ({ $said }). Give that right to the role in { $platform }.
services-off = the web services of { $platform } cannot be used for { $function } ({ $said }). Switch the web services and the token's user on in { $platform }.
site-in-maintenance = the site of { $platform } is under maintenance. Try again when that is over.
database-away = the database of { $platform } cannot be reached at the moment. Try again later.
server-unreachable = the server cannot be reached. Check the address of { $platform } in the settings and that its server is up.
no-answer-in-time = there was no answer in the time given. Try again later.
connection-lost = the connection broke before the answer was whole. Try again later.

## Certificates of servers
certificate-self-signed = the certificate of { $host } is signed by itself. Save that certificate (PEM) on the server of Selaras and name the file in { $setting }.
certificate-issuer-unknown = the issuer of the certificate of { $host }, { $issuer }, is unknown. Name the certificate (PEM file) of that issuer in { $setting }, or install the whole chain on { $host }.
certificate-expired = the certificate of { $host } expired on { $date }. Have its operator install a new one.
certificate-not-yet-valid = the certificate of { $host } is valid only from { $date }. Check the clock of the server of Selaras, then the certificate.
certificate-other-name = that certificate is for { $names }, not for { $host }. Write a matching address into { $setting }, or have a certificate made for { $host }.
certificate-nameless = the certificate of { $host } names no server (subjectAltName). Have its operator make a new one that names { $host }.
certificate-dates-reversed = the certificate of { $host } ends before it begins. Have its operator install a new one.
certificate-faulty = the certificate of { $host } cannot be accepted ({ $said }). Have its operator install a new one.

## Trouble with Zoom

zoom-not-ready = Zoom cannot be reached yet: { $why }
zoom-denied = Zoom refuses: { $why }
zoom-exhausted = The day's calls to Zoom are used up. Try again tomorrow.
zoom-exhausted-until = The day's calls to Zoom are used up. Try again after { $time }.
zoom-unanswered = Zoom does not answer: { $why }
zoom-refused = Zoom refuses this request: { $said } (HTTP { $status }).
zoom-unreadable = The answer of Zoom is not known: { $why }
zoom-key-refused = the key that was just given is not taken. Check the Server-to-Server OAuth app in Zoom.
zoom-client-refused = the account, client ID or client secret is not taken. Check the settings of zoom and the Server-to-Server OAuth app in Zoom.
zoom-gave-no-key = the OAuth address gives no key. Check zoom.oauth_url.
zoom-scope-lacking = { $said } Add the missing scope to the Server-to-Server OAuth app in Zoom.
zoom-troubled = the server of Zoom is in trouble (HTTP { $status }).
zoom-too-many-calls = too many requests ({ $said }).
zoom-answer-too-large = larger than { $limit } MB.
zoom-list-endless = the list does not end.
zoom-field-missing = the { $what } is empty
zoom-field-unreadable = the { $what } cannot be read ("{ $said }")
host-left-out = The meetings of this user were not asked for, because in Zoom's list of users { $message }. Other users were read. Check the user in Zoom, then try again.
    .group = The meetings of this user were not asked for, because Zoom's list of users is incomplete.
meeting-left-out = This meeting was not recorded, because in Zoom's report { $message }. Other meetings were recorded. Try again when Zoom's report is complete.
    .group = This meeting was not recorded, because Zoom's report is incomplete.
participant-left-out = { $name } ({ $why })
participants-left-out = { $count ->
    [one] { $count } participant was
   *[other] { $count } participants were
} not recorded, because Zoom's report is incomplete: { $found }. Other participants of this meeting were recorded. Try again when Zoom's report is complete.
    .group = Some participants of this meeting were not recorded, because Zoom's report is incomplete.
zoom-list-too-long = the list is too long.
zoom-address-invalid = the address must begin with https:// or http://. Correct it in the settings.
internet-unreachable = the server cannot be reached. Check this server's connection to the internet.
verbatim = { $said }

## Queries and files that cannot be read

query-refused = refused by the database: { $said }. Correct the query, then try again.
query-refused-at = refused by the database: { $said } (line { $line }, column { $column } of the query). Correct the query, then try again.
query-writes = would change data, while Selaras only reads. Write a query that begins with SELECT or WITH and changes nothing.
columns-missing = has no column { $names } (there are: { $there }). Add the column, name it so (AS) in the query, or correct the heading.
column-twice = has two columns headed { $column } (columns { $first } and { $second }). Delete or rename one of them.
file-unreadable = cannot be read ({ $said }). Check the right to read it, or save the file again.
file-old-excel = has the old Excel format (.xls) and is not read. Open it in Excel, choose Save As, then Excel Workbook (.xlsx).
file-locked = is locked by a password. Open it in Excel, remove the password under File, Info, Protect Workbook, then save it again.
file-is-web-page = has a web page (HTML or XML) and is not read. Open it in Excel, then save it as Excel Workbook (.xlsx).
file-is-zip = has the format of Excel or a zip, not CSV. Change the end of its name to .xlsx or .zip, then try again.
file-no-zip = is damaged, cut off, or no Excel file (.xlsx) or zip. Copy it again, or save it again from Excel.
file-too-large = is larger than the limit of { $limit } MB when opened. Split the file, or read this list by SQL.
file-cell-too-long = has a cell, { $cell } (in { $member }), that is longer than the limit of { $limit } bytes, so the file was not read. Empty or shorten it, then save the file again.
file-row-too-long = has a row, { $line }, that is longer than the limit of { $limit } bytes, so it was not read to its end. Shorten the row, then try again.
file-piece-too-long = holds { $member } with one text or piece of XML that is longer than the limit of { $limit } bytes, so the file was not read. Open the file in Excel and save it again.
file-too-much-held = holds { $member }, which needs more than { $limit } MB of memory, so the file was not read. Split the file, or read this list by SQL.
file-changed = changed while it was read, so it may not be complete. Wait until it has been copied, then try again.
file-ambiguous = has a second file, { $file }. Delete one of them, so that it is clear which is meant.
cells-merged = has merged cells { $cells } (row { $line }), so what the other cells hold is not known. Part them with Unmerge Cells, fill in each row, then save.
quote-unclosed = has a quotation mark that is not closed, from row { $line } on. Close it, or save the file again from Excel.
file-blank = is blank and has no headings. Fill the file in, with the names of the columns in the first row.
member-missing = does not hold { $member }. Add it, or use another file.
file-only-changes = holds changes alone (delta, as manifest.csv says), so all that has not changed is not in it. Export it again as bulk, which is all data, then try again.

## What a look at the connections finds

not-inspected = The look was not through within { $seconds } seconds.
inspect-again = See whether the system is busy or the network slow, then try again.
system-answers = { $system } answers.
tables-fit = The tables are as this version wants them.
tables-behind = { $pending } changes of the tables have not been made yet.
serve-first = Run selaras serve, which makes them as it starts. Make a backup first.
database-file-to-come = There is no file { $file } yet; it is made at the first start.
serve-makes-file = Run selaras serve. If Selaras has run before, check database.url.
tables-unknown = The tables are not known ({ $said }).
check-database-url = Make sure that database.url leads to the database of Selaras, and that it is not of a newer version than this program.
search-scans = Searches look through whole tables, for this PostgreSQL has no extension pg_trgm. Nothing else is affected.
add-search-extension = Have the database's owner run CREATE EXTENSION pg_trgm in it, then start Selaras again: it makes the indexes as it starts.
database-writable = The database can be written to.
database-not-writable = The database cannot be written to ({ $said }).
check-database-rights = Check the database user's right to write, or the right to write and the space in the folder of the SQLite file.
make-room-on-disk = Make room on that disk: delete old backups or enlarge it. Selaras goes on with the jobs that wait by itself.
database-not-opened = The database cannot be opened ({ $said }).
check-database-opens = Check database.url: the server is up, name and password are right, the folder is there and can be written to.
check-source-address = Check source.base_url or source.sql.url, and that the academic system is up and within reach of this server.
list-unused = List of { $kind }: this list is not in use, as the settings have it.
zoom-off = Zoom is not connected. The attendance of meetings is not fetched.
zoom-answers = Zoom answers; { $people } users could be read.
check-zoom-settings = Check the settings zoom.account_id, zoom.client_id, zoom.client_secret and the app's permissions (docs/guides/zoom.md).
list-not-inspected = List of { $kind }: cannot be looked at yet, for it is read class by class and no class could be read.
mend-classes-first = Correct the list of classes first, then look again.
list-answers = List of { $kind }: it answers and its first row can be read.
list-answers-from = List of { $kind }: it answers and its first row can be read ({ $origin }).
class-without-rows = List of { $kind }: it answers; the class that was asked for is empty.
list-is-empty = List of { $kind }: it answers, but it is empty.
check-empty-list = If there should be something in it, check { $setting } and the data in { $source }.
first-row-unreadable = List of { $kind }: the first row cannot be read: { $why }.
ask-to-mend-rows = Ask the operator of { $source } to correct it, or check { $setting }.
list-failed = List of { $kind }: { $why }
check-setting = Check { $setting }.
setting-of-query = source.sql.queries.{ $list }
setting-of-file = its file in source.files.folder
setting-of-upload = its file under Settings, Sources
setting-of-address = source.base_url and source.paths.{ $list }
platform-answers = { $platform } { $release } ({ $site }) answers.
platform-outdated = { $platform } { $release } ({ $site }) is too old.
update-platform = Update { $platform } to { $least } or newer.
release-unknown = { $platform } answers, but its version is not known: { $release }.
check-release = Make sure that it is { $least } or newer.
token-of-administrator = The token is that of { $username }, an administrator of the site, who may do everything. A user of its own with a role of few rights is safer.
token-of-user = The token is that of { $username }. What it may write shows at the first export; docs/guides/moodle.md has the list.
functions-lacking-for = For { $purpose }, the token may not call { $names } yet.
add-functions = Add them to the web service of Selaras in { $platform }: Site administration > Server > Web services > External services > Functions. If the plugin made it, install the plugin of this version.
all-functions-allowed = The token may call all { $functions } functions that are needed.
root-category-unset = The category to work in is not set.
set-root-category = Set platform.root_category to the number of a category that there is (the number in the address of its page in { $platform }).
root-category-there = The category to work in is there: { $name } (number { $id }).
root-category-gone = There is no category number { $id } in { $platform }, or the token's user cannot see it.
people-found = Accounts in { $platform } can be looked up and told apart.
capability-lacking = The token's user lacks the capability { $capability }: { $purpose }.
give-capability = Give it to the role of the token's user (Site administration > Users > Permissions > Define roles), then look again.
role-assignable = The role of { $role } (number { $id }) can be given.
role-not-allowed = There is no role of { $role } (number { $id }), or the token's user may not give it.
set-role = Set { $setting } to the number of the role, or allow it to be given (Site administration > Users > Permissions > Define roles).
set-role-of-shape = Correct the number of the role in Settings > Shape in { $platform }, or allow it to be given (Site administration > Users > Permissions > Define roles).
role-unsure = It could not be made sure whether the role of { $role } (number { $id }) can be given ({ $error }).
input-vars-dropped = PHP on the server of { $platform } drops parts of calls without a message: its max_input_vars is smaller than platform.max_input_vars, which is { $fields }.
set-input-vars = Write PHP's max_input_vars (Site administration > Server > PHP info) into platform.max_input_vars, or raise PHP's on the server of { $platform } to { $fields }.
long-calls-refused = The proxy before { $platform } refuses calls of { $fields } fields (HTTP 413). Selaras makes shorter calls, so it is slower.
raise-proxy-limit = Raise client_max_body_size (nginx) or SecRequestBodyNoFilesLimit (ModSecurity) before { $platform }.
compare-role-of-shape = Compare the number of the role in Settings > Shape in { $platform } with that of the role in { $platform }.
compare-role = Compare { $setting } with the number of the role in { $platform }.

## Settings, told without their secrets

secret-set = set, not shown
present = there
absent = none
default = as built in
password-by-platform = manual, with a password from { $platform }

## Times and schedules

moment = { $day }, { $date } { $month } { $year } { $clock }
day = { $date } { $month } { $year }
every-day = every day at { $clock }
every-week = every { $day } at { $clock }
every-month = on day { $date } of every month at { $clock }
every-hour = every hour, at minute { $minute }
own-times = own times ({ $cron })
clock = { $hour }:{ $minute }{ $zone }
schedule-not-run = { $title }, scheduled for { $moment }, was not run: { $why }.
selaras-was-off = Selaras was not running then
previous-still-runs = the one before has not ended
may-not-suspend = this schedule may not suspend yet

## What is sent to people who are not there

notice-job-failed = { $title }, scheduled, failed
notice-rows-failed = { $title }, scheduled: some rows failed
notice-of-job = { $why } Open Selaras and look at job number { $job }.
notice-time-passed = Scheduled work was not run
notice-backup-failed = The backup of the database failed
notice-disk-full = The disk of Selaras is full
notice-disk-room = The disk of Selaras has room again
notice-new-location = Sign-in from a new place
notice-of-new-location = { $what }. If it was not them, end the session under Users and change the password.
notice-of-own-new-location = { $what }. If it was not you, end that session under My account, change the password, and tell an administrator.
notice-wrong-code = Right password, wrong code
notice-of-wrong-code = { $what }. If it was not them, another person knows the password: give them a new one under Users.
notice-of-own-wrong-code = { $what }. If it was not you, another person knows your password: change it now under My account.
notice-of-own-account = Your Selaras account: { $what }. If it was not you, tell an administrator.
notice-of-own-account-by = Your Selaras account was changed by { $label }: { $parts }. If you did not ask for it, ask { $label } or another administrator.
notice-account = An account was changed
notice-of-account = Account { $username }: { $what }. If it was not its owner, end the session under Users and change the password.
notice-of-account-by = Account { $username } was changed by { $label }: { $parts }. If { $label } should not have done it, look at Users and at the log.

## Backups

backup-exists = { $file } is there already. Choose another name, or delete that file first.
backup-being-made = { $file } is being made by another process. Wait until it is there, or choose another name.
backup-file = { $file } cannot be written or read: { $said }
backup-damaged = { $file } is no whole backup file: { $why }. Use another file.
backup-newer = This file was made by Selaras { $version }, which is newer (schema { $step }). Install that version first, then try again.
backup-in-use = This database is in use. Stop `selaras serve` and `selaras work` first, then try again.
backup-cut-off = the file is cut off
backup-unreadable = what it holds cannot be read ({ $said })
backup-foreign = it was not made by `selaras backup`
backup-not-text = what it holds is no text
backup-row-first = there is a row before its table
backup-altered = what it holds is not what was written
backup-trailing = there is something behind its end
backup-line-unknown = there is a line that is not known
backup-schema-unknown = the order of its schema is not known
backup-table-unknown = its schema has no table { $table }
backup-made = { $file }: { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
}, { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
}, { $kilobytes } kB. It has been read again and is whole.
backup-holds = { $file }: made { $moment } by Selaras { $version }; { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
}.
restored = Done: all data of that file is in the database. Jobs that had not ended are cancelled, and everybody signs in again.
restored-and-raised = Done: all data of that file is in the database. Its schema was raised by { $steps } steps. Jobs that had not ended are cancelled, and everybody signs in again.
database-file-missing = There is no { $file }. Check the setting database.url.
database-opened = The database: { $database }
restore-unasked = The database holds data already, and no one can be asked. Add --yes to replace it.
restore-replaces = The database holds data already. ALL of it is replaced by what the file holds, which cannot be undone.
type-to-go-on = Type { $name } to go on:
restore-cancelled = Cancelled. Nothing was changed.
notice-of-disk-full = The disk that holds the data of Selaras is full. New changes are not saved, and jobs wait. What was saved is still there. Make room on that disk: delete old backups or enlarge it; Selaras then goes on by itself.
notice-of-disk-room = The disk that holds the data of Selaras has room again. Changes are saved as usual, and the jobs that waited go on.
notice-of-backup = { $why } Selaras tries again until it succeeds.
settings-read = The settings can be read.
plain-allowed = { $setting } sends secrets unencrypted to another machine, as security.allow_plain allows.
plain-source = source.base_url: lists of people are read from another machine unencrypted.
encrypt-address = Use an encrypted address: https://, smtps:// or ?tls=required, ?sslmode=verify-full.
signup-is-open = auth.signup is "open": anybody who opens this page can become an administrator.
close-signup = Write auth.signup = "approval", so that new accounts wait for approval.
secrets-encrypted = Secrets leave this machine encrypted only, and new accounts wait for approval or are closed.
settings-unreadable = The settings cannot be read: { $said }.
mend-settings = Correct them in selaras.toml or in the variables SELARAS_…; selaras.example.toml explains each setting.
all-is-well = All is well.
usable-with-care = It can be used; some things want looking at.
something-is-wrong = Something is wrong. Correct what is marked as wrong, then run this again.

## The first start

setup-open = There are no settings yet. Open this address in a browser on this machine to write them; selaras.example.toml is the way without a browser: { $address }
setup-open-again = The setup code was wrong too often and has been replaced. The new address: { $address }
setup-code-wrong = This setup code is wrong or has been replaced. The latest one is in the terminal in which selaras serve runs.
setup-from-elsewhere = The setup page answers this machine alone. Open the address that is printed in the terminal, such as http://127.0.0.1:8080/setup; from another computer through an SSH tunnel.
setup-way-unknown = way must be one of { $names }
setup-semester-expected = Write the code of a semester in digits, such as 20261
setup-more-unreadable = These settings cannot be read: { $said }
setup-more-foreign = Sections of source alone belong here, such as [source.paths]; not { $names }
web-address-expected = Write a whole address that begins with https:// or http://
database-address-expected = Write an address that begins with sqlite: or postgres://
query-expected = Write the query of one list at least
setup-file-there = { $file } is there already and is not overwritten. Stop selaras serve and start it again to use that file, or move the file away and try again.
setup-folder-read-only = The folder { $folder } cannot be written to ({ $said }). Run selaras serve in a folder that can be written to, or give the settings as variables SELARAS_… as selaras.example.toml explains.
setup-database-given = The address of the database is given by a variable or a credential, so it is not set here.
setup-plain = { $name } would send secrets unencrypted to another machine. Write an encrypted address (https://, or ?sslmode=verify-full for a database), or allow it by ticking "Allow unencrypted" below.
setup-administrators-there = This database has administrators already. Log in with such an account later; no new one is made here.
setup-administrator-missing = This database has no administrator yet. Fill in name, username and password of the first one.
setup-written = The settings have been written to { $file }.
database-is-new = The database is empty yet. Its tables are made when the setup is finished.
database-has-administrators = { $administrators ->
    [one] This database is in use by Selaras and has an administrator.
   *[other] This database is in use by Selaras and has { $administrators } administrators.
}

log-before = { $rows ->
    [one] { $rows } entry is from before the log was sealed: it cannot be verified.
   *[other] { $rows } entries are from before the log was sealed: they cannot be verified.
}
log-thrown-away = { $rows ->
    [one] { $rows } entry has been thrown away by its age.
   *[other] { $rows } entries have been thrown away by their age.
}
log-sound = { $rows ->
    [one] { $rows } entry is as it was written. The last seal is { $hash }.
   *[other] { $rows } entries are as they were written. The last seal is { $hash }.
}
log-entry-missing = The activity log is not as it was written: the entry at position { $position } of the chain is missing.
log-entry-altered = The activity log is not as it was written: entry { $entry }, at position { $position } of the chain, was changed.
log-entry-foreign = The activity log is not as it was written: entry { $entry } was put in beside the chain.
log-end-altered = The activity log is not as it was written: the chain does not end with the entry at position { $position }.
log-account-renamed = Account number { $account } is in the log under several names: { $names }.
log-name-shared = The name { $name } is in the log for several accounts: { $accounts }.

## Attendance at meetings

attended = present
came-late = { $minutes } minutes late
left-early = left { $minutes } minutes early
attended-partly = { $parts }
