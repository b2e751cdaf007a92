import { Anchor, Button, Text, Title } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Candidate, Match } from '../api/client';
import { isPerson, personLink } from '../kinds/pages';
import { useNarrow } from '../page/useNarrow';
import cards from '../person/Renumber.module.css';
import { ForAdministrators } from '../session/ForAdministrators';
import classes from './Matches.module.css';
import { candidateName, isSame, itemOf } from './matches';

interface Props {
  match: Match;
  platform: string;
  onChoose: (candidate: Candidate) => void;
  onNew: () => void;
  onDrop: () => void;
}

/** A row with the reason of the refusal, what may be its own on the platform, and the decisions about it. */
export function MatchCard(props: Props) {
  const { match, platform } = props;
  const { t } = useTranslation();
  const { kind, key, label, state, make_new, reason, candidates } = match;
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
      {make_new && (
        <Text size="sm" mt={4} fw={600}>
          {t('matches.is_new')}
        </Text>
      )}
      {candidates.length > 0 && <Candidates {...props} />}
      {candidates.length === 0 && state === 'ambiguous' && (
        <Text size="sm" mt={4} fw={600}>
          {t('matches.gone', { platform })}
        </Text>
      )}
      <Decisions {...props} />
    </li>
  );
}

/** The buttons besides those of the candidates. */
function Decisions({ match, onNew, onDrop }: Props) {
  const { t } = useTranslation();
  const item = itemOf(match);
  if (match.make_new) {
    return (
      <SmallButton name={t('matches.withdraw_one', { item })} onClick={onDrop}>
        {t('matches.withdraw')}
      </SmallButton>
    );
  }
  if (match.state === 'linked') {
    return (
      <SmallButton name={t('matches.loosen_one', { item })} onClick={onDrop}>
        {t('matches.loosen')}
      </SmallButton>
    );
  }
  // A row without candidates is made as a new one anyway.
  if (match.state === 'none') return null;
  return (
    <SmallButton name={t('matches.make_new_one', { item })} onClick={onNew}>
      {t('matches.make_new')}
    </SmallButton>
  );
}

interface SmallButtonProps {
  name: string;
  onClick: () => void;
  children: ReactNode;
}

function SmallButton({ name, onClick, children }: SmallButtonProps) {
  return (
    <ForAdministrators>
      <Button size="compact-xs" variant="subtle" mt={6} aria-label={name} onClick={onClick}>
        {children}
      </Button>
    </ForAdministrators>
  );
}

/** The candidates as a table; on a phone, as lines. */
function Candidates({ match, platform, onChoose }: Props) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const item = itemOf(match);
  const ofPerson = isPerson(match.kind);
  const fields = [
    { id: 'name', label: ofPerson ? t('fields.username') : t('matches.short_name') },
    { id: 'label', label: t('matches.full_name') },
    ...(ofPerson ? [{ id: 'email', label: t('fields.email') } as const] : []),
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
  const choice = (candidate: Candidate) =>
    match.state !== 'linked' && (
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
