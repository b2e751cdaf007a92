import { Text } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../api/client';
import { connections as connectionsTexts } from '../texts/connections';
import { addTexts } from '../texts/i18n';
import classes from './Connections.module.css';

addTexts('connections', connectionsTexts);

export type Inspection = NonNullable<Connection['last']>;
type State = Inspection['standing'];

const states = {
  ok: { Icon: IconCheck, state: 'sudah' },
  warning: { Icon: IconAlertTriangle, state: 'berubah' },
  wrong: { Icon: IconX, state: 'gagal' },
} as const;

/** A state as a word with an icon. */
export function FindingState({ standing }: { standing: State }) {
  const { t } = useTranslation();
  const { Icon, state } = states[standing];
  return (
    <Text component="span" size="sm" className="state-text" data-state={state}>
      <Icon size={15} aria-hidden style={{ verticalAlign: '-2px' }} /> {t(`connections.standing.${standing}`)}
    </Text>
  );
}

/** The findings of a check, line by line, each with its fix. */
export function Findings({ findings }: Pick<Inspection, 'findings'>) {
  const { t } = useTranslation();
  return (
    <ul className={classes.findings}>
      {findings.map(({ standing, text, mend }) => {
        const { Icon, state } = states[standing];
        return (
          <li key={text}>
            <span className="state-text" data-state={state}>
              <Icon size={15} role="img" aria-label={t(`connections.standing.${standing}`)} />
            </span>
            <span>
              {text}
              {mend && <span className={classes.mend}>{mend}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
