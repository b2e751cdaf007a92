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
nothing-failed = No row failed in this job.
not-compared = The systems have never been compared. Compare them first.
nothing-to-send-again = No row needs to be marked for sending again.
waits-again = { $rows ->
    [one] { $rows } row is marked for sending again. Export or enroll the data to send it.
   *[other] { $rows } rows are marked for sending again. Export or enroll the data to send them.
}

## The whole campus

campus-planned = The plan of the whole campus is made: { $rows ->
    [0] all is in step.
    [one] { $rows } row would be worked at. Nothing has been changed.
   *[other] { $rows } rows would be worked at. Nothing has been changed.
}
campus-aligned = From { $source }: { $read } new or changed. To { $platform }: { $sent } sent, { $enrolled } enrolled, { $left } left their classes. { $failed ->
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
campus-guarded = { $text } Nothing has been changed. Type { $name } to go on.
attention-not-sent = { $rows } { $kind } not on { $platform } yet
attention-not-enrolled = { $rows ->
    [one] { $rows } place ({ $kind }) not enrolled on { $platform } yet
   *[other] { $rows } places ({ $kind }) not enrolled on { $platform } yet
}
attention-left-behind = { $rows ->
    [one] { $rows } place ({ $kind }) is gone from its class, but still active on { $platform }
   *[other] { $rows } places ({ $kind }) are gone from their classes, but still active on { $platform }
}
attention-gone = { $rows } { $kind } no longer at { $source }
attention-differs = { $rows ->
    [one] { $rows } difference from { $platform } found at the last comparison
   *[other] { $rows } differences from { $platform } found at the last comparison
}
leave-out-unreadable = The list of what is left out cannot be read. Load the plan anew, then try again.
not-a-campus-plan = This job holds no plan of the whole campus.

## Zoom

zoom-unsigned = The signature of Zoom does not match, or is older than five minutes.
zoom-event-unknown = This event of Zoom is not known.
zoom-events-off = This server does not take events of Zoom yet: SELARAS_ZOOM__WEBHOOK_SECRET is not set.
zoom-not-connected = { $text }
zoom-event-taken = Taken.
link-expired = This link has expired. Export again.

## Words in sentences

word-first-name = First name
word-last-name = Last name
word-username = User name
word-moodle-username = Moodle user name
word-email-address = E-mail address
word-idnumber = ID number (idnumber)
word-course-name = Course name
word-course-short-name = Course short name
word-category-name = Category name
word-class-name = Class name
word-name = Name
word-short-name = Short name
word-category = Category
word-parent-category = Parent category

## Rows of the source that cannot be read

row-unreadable = the row cannot be read: { $message }
    .group = the row cannot be read. Ask whoever runs the academic system to mend it.
row-not-json = is not valid JSON. Ask whoever runs the academic system to mend it.
row-not-an-object = holds no data (it is not an object). Ask whoever runs the academic system to mend it.
row-too-long = is longer than the limit of { $limit } bytes, so it was not read. Ask whoever runs the academic system to look at it.
key-empty = { $field } is empty, but required
cell-empty = column { $field } is empty, but required; fill it in at the source, then try again ({ $origin }).
cell-formula = column { $field } holds a formula without its result; open the file in Excel and save it, or put the value in place of the formula ({ $origin }).
cell-mistake = column { $field } holds the Excel error { $value }; mend its formula, or put the value in its place ({ $origin }).
    .group = column { $field } holds an Excel error; mend its formula, or put the value in its place ({ $origin }).
cell-rounded = column { $field } holds the number { $value }, which has more than 15 digits, so Excel has rounded it; make the column Text, then type the number again ({ $origin }).
    .group = column { $field } holds a number of more than 15 digits, so Excel has rounded it; make the column Text, then type the number again ({ $origin }).
cell-not-text = column { $field } holds letters that cannot be read; save it again as UTF-8 ({ $origin }).
cells-shifted = column { $field }: the row has { $found } cells, the headings are { $expected }; put what holds a separator into quotation marks ({ $origin }).
    .group = column { $field }: the row has more or fewer cells than there are headings, { $expected }; put what holds a separator into quotation marks ({ $origin }).
list-of-query = list { $list }, query source.sql.queries.{ $list }
list-of-file = list { $list }, file { $file }
list-of-address = list { $list }, address { $path }

## What a sync tells of a row

changed = { $changes }
    .group = It has changed.
change = { $field }: { $from } → { $to }
key-twice = { $source } has two rows with this key, which differ. The first holds; mend it in { $source }.
changed-both-sides = Changed in the dashboard and in { $source } too. Sync this row alone to take what { $source } says.
entered-here = Made by form in the dashboard, and { $source } says otherwise. Sync this row alone to take what { $source } says.
person-described-otherwise = Another class list of { $source } describes this person otherwise. The first holds; mend it in { $source }.
person-described-otherwise-in = Another class list of { $source } describes this person otherwise. { $changes }. The first holds; mend it in { $source }.
    .group = Another class list of { $source } describes this person otherwise. The first holds; mend it in { $source }.
said-otherwise = { $field }: "{ $held }" holds, this list says "{ $said }"
written-since = This row has been written again since, so it is left as it is.

## What stands in the way of sending a row

nothing-to-export = { $kind } is nothing of its own on the platform: use Enroll.
parent-not-there = { $kind } { $key } is not in { $platform } yet. Export { $kind } first, then try again.
    .group = The { $kind } that it belongs to is not in { $platform } yet. Export { $kind } first, then try again.
parent-not-here = { $kind } { $key } is not in the dashboard. Sync and export { $kind } first, then try again.
    .group = The { $kind } that it belongs to is not in the dashboard. Sync and export { $kind } first, then try again.
class-not-there = Class { $key } is not in { $platform } yet. Export the classes first.
    .group = The class is not in { $platform } yet. Export the classes first.
class-not-here = Class { $key } is not in the dashboard. Sync the classes first.
    .group = The class is not in the dashboard. Sync the classes first.
account-not-there = The account is not in { $platform } yet. Export { $kind } first.
broke-off = Not certain: the action broke off. Try again; what has reached it is not doubled.
not-in-class-any-more = { $source } no longer has this person in the class. Sync first if they are back.
id-not-told = { $platform } does not tell the id of this row. Try again.
gone-there = This row is no longer in { $platform }. Export again to make it.
not-answered = { $platform } did not answer for this row. Try again.

## What Moodle is known to refuse

value-empty = { $field } is empty. Fill it in, then export again.
value-markup = { $field } “{ $value }” has HTML marks (<…>). Remove them, then export again.
    .group = { $field } has HTML marks (<…>). Remove them, then export again.
value-too-long = { $field } has more than { $most } characters. Shorten it, then export again.
username-empty = The Moodle user name is empty. Fill in the NPK or NIK, then export again.
username-invalid = The user name “{ $value }” cannot be used in Moodle: only small letters, digits, and the marks - . @ _ without spaces. Mend it, then export again.
    .group = The user name cannot be used in Moodle: only small letters, digits, and the marks - . @ _ without spaces. Mend it, then export again.
username-reserved = The user name “{ $value }” is an account that every Moodle has. Use another one.
    .group = The user name is an account that every Moodle has. Use another one.
email-refused = The e-mail address “{ $value }” is wrong. Mend it at the source, then export again.
    .group = The e-mail address is wrong. Mend it at the source, then export again.
username-twice = Two people of this export have the user name { $value }. Mend the number at the source.
    .group = Two people of this export have one user name. Mend the number at the source.
email-shared = The e-mail address { $value } is also that of { $other } in this export. Mend the address at the source.
    .group = The e-mail address is also another person's in this export. Mend the address at the source.
category-code-twice = The code of { $value } comes twice in this export. Mend the code at the source.
    .group = The code comes twice in this export. Mend the code at the source.
course-code-twice = Two courses of this export have the short name { $value }. Mend the code at the source.
    .group = Two courses of this export have one short name. Mend the code at the source.
class-twice = The class { $value } comes twice in this export. Mend the code at the source.
    .group = The class comes twice in this export. Mend the code at the source.

## What Moodle refused

moodle-gave-no-id = Moodle gave no number for this row. Look into Moodle's log, then export again.
moodle-is-changing = This is being changed in Moodle. Export again in a while.
moodle-gave-no-answer = Moodle gave no answer for this row. Export again.
account-refused = Moodle refused this account without telling why ({ $message }). Check the name, the user name and the e-mail address.
    .group = Moodle refused this account without telling why. Check the name, the user name and the e-mail address.
account-twice-there = There are { $count } accounts in Moodle with the idnumber { $value }. Leave one, then export again.
    .group = There is more than one account in Moodle with the same idnumber. Leave one, then export again.
username-taken-there = The user name { $value } is another account's in Moodle ({ $other }, idnumber { $idnumber }). If that is the same person, empty the idnumber of that account in Moodle and export again; if not, mend the number.
    .group = The user name is another account's in Moodle. If that is the same person, empty the idnumber of that account in Moodle and export again; if not, mend the number.
email-taken = The e-mail address { $value } is another account's in Moodle ({ $other }). Mend the address at the source or in Moodle.
    .group = The e-mail address is another account's in Moodle. Mend the address at the source or in Moodle.
email-taken-somewhere = The e-mail address { $value } is another account's in Moodle (it is not known whose). Mend the address at the source or in Moodle.
    .group = The e-mail address is another account's in Moodle, and it is not known whose. Mend the address at the source or in Moodle.
category-refused = Moodle refused the category { $value } ({ $message }). Check its name.
    .group = Moodle refused this category. Check its name.
category-twice-there = There is more than one category in Moodle with the idnumber { $value }. Leave one, then export again.
    .group = There is more than one category in Moodle with the same idnumber. Leave one, then export again.
category-idnumber-taken = The idnumber { $value } is another category's in Moodle. Empty it there, then export again.
    .group = The idnumber is another category's in Moodle. Empty it there, then export again.
parent-category-gone = The parent category of { $value } is no longer in Moodle. Export the parent again, then this.
    .group = The parent category is no longer in Moodle. Export the parent again, then this.
course-refused = Moodle refused the course { $value } ({ $message }). Check its name and code.
    .group = Moodle refused this course. Check its name and code.
course-twice-there = There is more than one course in Moodle with the idnumber { $value }. Leave one, then export again.
    .group = There is more than one course in Moodle with the same idnumber. Leave one, then export again.
course-category-gone = The category of this course is no longer in Moodle. Export its prodi again, then this course.
short-name-taken = The short name { $value } is another course's in Moodle. Change one of them, then export again.
    .group = The short name is another course's in Moodle. Change one of them, then export again.
short-name-taken-by = The short name { $value } is another course's in Moodle ({ $other }, idnumber { $idnumber }). If that is the same course, empty its idnumber in Moodle and export again; if not, change one of the short names.
    .group = The short name is another course's in Moodle. If that is the same course, empty its idnumber in Moodle and export again; if not, change one of the short names.
class-refused = Moodle refused the class { $value } ({ $message }). Check its name.
    .group = Moodle refused this class. Check its name.
class-name-taken = The group names { $value } and { $other } are taken in this course. Rename the old group in Moodle, then export again.
    .group = The group name is taken in this course, with its semester too. Rename the old group in Moodle, then export again.
class-course-gone = The course of this class is no longer in Moodle. Export the course again, then this class.
class-unchanged = The group was not changed: { $message }
    .group = The group was not changed: the Moodle token may not change it. Check the functions of the web service and the rights of the token's user.
persons-account-gone = This person's account is no longer in Moodle. Export the person again, then enroll again.
persons-course-gone = This course is no longer in Moodle. Export the course again, then enroll again.
role-not-assignable = The Moodle token may not give this role. Allow the role to the token's user in Moodle, or mend the number of the role in the settings.
manual-enrolment-off = Manual enrolment is off in this course. Switch the manual enrolment method on in Moodle, then enroll again.
welcome-message-unsent = Moodle cannot send the welcome message of the course, and this person is not in the course. Switch the message off in Moodle, then enroll again.
not-enrolled = Moodle did not enroll this person ({ $message }). Check the course and the account in Moodle.
    .group = Moodle did not enroll this person. Check the course and the account in Moodle.
group-gone = The group of this class is no longer in Moodle. Export the class again, then enroll again.
not-grouped = This person is enrolled in the course, but could not be put into the group of the class ({ $message }). Export the class again, then enroll again.
    .group = This person is enrolled in the course, but could not be put into the group of the class. Export the class again, then enroll again.
group-not-left = This person was not taken out of the group of the class in Moodle ({ $message }). Try again.
    .group = This person was not taken out of the group of the class in Moodle. Try again.
not-unenrolled = Moodle did not take this person out of the course ({ $message }). Check the manual enrolment method of the course.
    .group = Moodle did not take this person out of the course. Check the manual enrolment method of the course.

## Whoever leaves a course, or comes back

grades-lost = The grades in this course were deleted with it.
grades-perhaps-lost = The grades in this course, if there were any, were deleted with it.
grades-there = There are grades in this course.
grades-not-there = There are no grades in this course. If there were: switch "Recover grades default" on in { $platform }, unenroll, then enroll again.
grades-not-seen = The { $platform } token may not see the grades: look there whether they are back.

## What a comparison finds

suspended-there = Suspended there. Press Mark to be sent again in the report of differences, then enroll { $kind }.
active-there-again = Suspended from here, but active again there. Enroll or unenroll { $kind } again.
differs = { $field }: dashboard "{ $here }", { $system } "{ $there }"
differs-there = { $field }: dashboard "{ $here }", { $system } "{ $there }"
not-synced = It is in { $source } and not in the dashboard yet. Sync { $kind }.
changed-here-since-sync = { $changes }. Changed in the dashboard since the sync. Mend it in { $source } too, or sync this row alone to take what { $source } says.
    .group = Changed in the dashboard since the sync. Mend it in { $source } too, or sync this row alone to take what { $source } says.
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
gone-since-export = Exported before, but no longer in { $platform }. Press Mark to be sent again in the report of differences, then export { $kind }.
changed-there = { $changes }. Changed in { $platform }. If the dashboard is right: press Mark to be sent again in the report of differences, then export { $kind }; if { $platform } is right, mend it in { $source }.
    .group = Changed in { $platform }. If the dashboard is right: press Mark to be sent again in the report of differences, then export { $kind }; if { $platform } is right, mend it in { $source }.
changed-here-since-export = { $changes }. Changed in the dashboard since the last export. Export { $kind }.
    .group = Changed in the dashboard since the last export. Export { $kind }.
changed-here-and-there = { $changes }. Changed in the dashboard and in { $platform } too. Export { $kind } to take what the dashboard says.
    .group = Changed in the dashboard and in { $platform } too. Export { $kind } to take what the dashboard says.
enrolled-by-hand = Enrolled in { $platform } directly. Enroll { $kind } so that the dashboard knows.
enrolled-by-hand-unknown = Enrolled in { $platform } directly, and in no class of this course as the dashboard has it. Take the person out in { $platform }, or add them in { $source }.
not-yet-enrolled = Not enrolled yet. Enroll { $kind }.
not-in-group = In the course in { $platform }, but not in the group of the class. Press Mark to be sent again in the report of differences, then enroll { $kind }.
role-changed = The role in the course was changed in { $platform }. Press Mark to be sent again in the report of differences, then enroll { $kind }.
course-gone = The course is no longer in { $platform }. Press Mark to be sent again in the report of differences, then export Mata Kuliah and Kelas and enroll { $kind }.
not-in-course = Enrolled as the dashboard has it, but not in the course in { $platform }. Press Mark to be sent again in the report of differences, then enroll { $kind }.

## Why somebody is not in a class as the source has it

no-such-person = There is no { $kind } with number { $number } in the source, the dashboard or the platform.
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
cause-class-not-here = The dashboard does not have class { $class }. Sync the classes first.
cause-course-missing = The course of { $class } is not on { $platform } yet: it was never exported.
cause-course-gone = The course of { $class } is no longer on { $platform }.
cause-group-missing = The group of { $class } is not on { $platform } yet: the class was never exported.
cause-not-enrolled = Not enrolled on { $platform } yet.
cause-unrecorded = In this class on { $platform } already, but the dashboard does not know. Enrol to record it.
cause-other-role = In the course on { $platform }, but with another role.
cause-enrolment-failed = The last enrolment on { $platform } failed. { $why }
cause-suspended-here = The enrolment on { $platform } was suspended from the dashboard.
cause-suspended-there = The enrolment was suspended directly on { $platform }.
cause-active-there = Suspended from the dashboard, but active again on { $platform }.
cause-removed-there = Enrolled once, but taken out of the course on { $platform }.
cause-other-group = In the course on { $platform }, but in another group: { $groups }.
cause-no-group = In the course on { $platform }, but not in the group of the class.
person-in-step = { $label } is in step already; there is nothing to do.
person-unmended = { $label }: nothing can be brought in step from here. { $why }
person-mended = { $label }: { $done } brought in step, { $failed } failed.

## Written by a version that had no codes

earlier = { $text }

## Parts that tell their reasons in sentences of their own

source-failed = { $text }
source-late = { $text }
capability-missing = { $text }
platform-failed = { $text }
zoom-failed = { $text }
not-found = { $text }
refused = { $text }
plan-moved = { $text }
confirmation-needed = { $text }
rows-failed = { $text }
