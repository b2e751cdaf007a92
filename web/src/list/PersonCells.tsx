import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PersonLine } from '../api/client';
import { formatDate } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { people } from '../texts/people';
import classes from './PersonCells.module.css';

addTexts('people', people);

/** Classes on a line. The names of some more are in the hint, and all are in the side panel. */
const most = 2;

type ClassOfPerson = PersonLine['classes'][number];

/** The names of a person's study programs. */
export function programNames({ programs }: PersonLine): string {
  return programs.map(({ name }) => name).join(', ');
}

/** All sentences about what is to be done. */
export function attentionText({ attention }: PersonLine): string | undefined {
  return attention.map(({ text }) => text).join(' ') || undefined;
}

/** An enrolment's state in words. */
function stateText({ enroll, enroll_reason, missing_since }: ClassOfPerson, source: string, t: TFunction) {
  const gone = missing_since && t('list.missing', { source, date: formatDate(missing_since) });
  const reason = enroll === 'gagal' ? enroll_reason : null;
  return [t(`state.${enroll}`), reason, gone].filter(Boolean).join('. ');
}

interface Props {
  person: PersonLine;
  source: string;
}

/** A person's classes, each with the state of the enrolment as a sign of its own shape. */
export function ClassChips({ person, source }: Props) {
  const { t } = useTranslation();
  const shown = person.classes.slice(0, most);
  const hidden = person.enrolments - shown.length;
  if (shown.length === 0) return '-';
  const rest = person.classes.slice(shown.length).map(({ label }) => label);
  return (
    <span className={classes.chips}>
      {shown.map((each) => {
        const state = stateText(each, source, t);
        return (
          <span
            key={each.id}
            className={classes.chip}
            data-gone={each.missing_since ? true : undefined}
            data-hint={`${each.label}: ${state}`}
          >
            <Label text={each.label} />
            <span className={classes.sign} data-state={each.enroll} aria-hidden />
            <span className="visually-hidden">: {state}.</span>
          </span>
        );
      })}
      {hidden > 0 && (
        <span className={classes.more} {...(rest.length > 0 ? { 'data-hint': rest.join(', ') } : {})}>
          {t('people.more', { n: hidden })}
        </span>
      )}
    </span>
  );
}

/** A class's name. If it is cut, its last word stays, since that tells the classes of a course apart. */
function Label({ text }: { text: string }) {
  const at = text.lastIndexOf(' ');
  return (
    <>
      {at > 0 && <span className={classes.label}>{text.slice(0, at)}</span>}{' '}
      <span className={at > 0 ? classes.last : classes.label}>{text.slice(at + 1)}</span>
    </>
  );
}

/** How much is to be done about a person, with the sentences as a hint and for screen readers. A card has them as notes. */
export function AttentionCell({ person }: { person: PersonLine }) {
  const { t } = useTranslation();
  const { length } = person.attention;
  if (length === 0) return '-';
  const text = attentionText(person) ?? '';
  return (
    <span className={classes.attention} data-hint={text}>
      <IconAlertCircle size={14} aria-hidden />
      {t('people.matters', { n: length, count: length })}
      <span className="visually-hidden">: {text}</span>
    </span>
  );
}
