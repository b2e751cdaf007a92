import { Anchor, Button, Text, Title } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Candidate, Match } from '../api/client';
import { personLink } from '../kinds/pages';
import { useNarrow } from '../page/useNarrow';
import cards from '../person/Renumber.module.css';
import { ForAdministrators } from '../session/ForAdministrators';
import classes from './Matches.module.css';
import { candidateName, isSame, itemOf } from './matches';

interface Props {
  match: Match;
  platform: string;
  onChoose: (candidate: Candidate) => void;
}

/** A person with the reason of the refusal, and the accounts that may be theirs. */
export function MatchCard({ match, platform, onChoose }: Props) {
  const { t } = useTranslation();
  const { kind, key, label, reason, candidates } = match;
  const link = personLink(kind, key);
  const name = label || key;
  return (
    <li className={cards.pair} tabIndex={-1}>
      <Title order={2} size="h5" className={cards.name}>
        {link ? (
          <Anchor component={Link} {...link} fz="inherit" fw="inherit">
            {name}
          </Anchor>
        ) : (
          name
        )}{' '}
        <Text span size="xs" c="dimmed">
          {[label && key, t(`kinds.${kind}.noun`, { defaultValue: kind })].filter(Boolean).join(' · ')}
        </Text>
      </Title>
      {reason && (
        <Text size="sm" mt={4}>
          {reason}
        </Text>
      )}
      {candidates.length > 0 ? (
        <Candidates match={match} platform={platform} onChoose={onChoose} />
      ) : (
        <Text size="sm" mt={4} fw={600}>
          {t('matches.gone', { platform })}
        </Text>
      )}
    </li>
  );
}

/** The candidates as a table; on a phone, as lines. */
function Candidates({ match, platform, onChoose }: Props) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const item = itemOf(match);
  const fields = [
    { id: 'name', label: t('fields.username') },
    { id: 'label', label: t('matches.full_name') },
    { id: 'email', label: t('fields.email') },
    { id: 'idnumber', label: 'idnumber' },
  ] as const;
  const title = t('matches.candidates', { item, platform });
  const value = (candidate: Candidate, field: (typeof fields)[number]['id']) => (
    <>
      {candidate[field] || '-'}
      {isSame(match, candidate[field]) && (
        <span className={`state-text ${cards.same}`} data-state="sudah">
          <IconCheck size={13} aria-hidden /> {t('matches.same')}
        </span>
      )}
    </>
  );
  const choice = (candidate: Candidate) => (
    <Choice item={item} candidate={candidate} onChoose={() => onChoose(candidate)} />
  );
  if (narrow) {
    return (
      <ul className={classes.candidates} aria-label={title}>
        {match.candidates.map((candidate) => (
          <li key={candidate.platform_id}>
            <dl>
              {fields.map((field) => (
                <div key={field.id} className={classes.field}>
                  <dt>{field.label}</dt>
                  <dd>{value(candidate, field.id)}</dd>
                </div>
              ))}
            </dl>
            {choice(candidate)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <table className={classes.candidates} aria-label={title}>
      <thead>
        <tr>
          {fields.map((field) => (
            <th key={field.id} scope="col">
              {field.label}
            </th>
          ))}
          <td className={classes.choice} />
        </tr>
      </thead>
      <tbody>
        {match.candidates.map((candidate) => (
          <tr key={candidate.platform_id}>
            {fields.map((field) => (
              <td key={field.id}>{value(candidate, field.id)}</td>
            ))}
            <td className={classes.choice}>{choice(candidate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ChoiceProps {
  item: string;
  candidate: Candidate;
  onChoose: () => void;
}

/** The button that chooses a candidate, or why it cannot be chosen. */
function Choice({ item, candidate, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  if (candidate.held_by) {
    return (
      <Text span size="xs" c="dimmed">
        {t('matches.held', { row: candidate.held_by })}
      </Text>
    );
  }
  return (
    <ForAdministrators>
      <Button
        size="xs"
        variant="default"
        aria-label={t('matches.choose_one', { candidate: candidateName(candidate), item })}
        onClick={onChoose}
      >
        {t('matches.choose')}
      </Button>
    </ForAdministrators>
  );
}
