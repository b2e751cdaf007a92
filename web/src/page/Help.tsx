import { onDemand } from '../message/onDemand';
import type { Term } from '../texts/help';
import { HelpButton } from './HelpButton';

const HelpPopover = onDemand(() => import('./HelpPopover').then((module) => module.HelpPopover));

interface Props {
  /** The heading that it stands beside. */
  of: string;
  terms: readonly Term[];
}

/** A button beside a heading that explains its terms. */
export function Help(props: Props) {
  return <HelpPopover {...props} button={(opener) => <HelpButton of={props.of} {...opener} />} />;
}
