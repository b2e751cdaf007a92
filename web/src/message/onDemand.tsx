import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTellUnreachable } from './unreachable';

/** What a button does that opens a part: pointed at, it has the code fetched; pressed, the part comes in its place. */
export interface Opener {
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: () => void;
}

interface Around {
  /** The part stands behind this button, which is there until it was pressed and the part has come. */
  button?: (opener: Opener) => ReactNode;
  /** Stands in its place while it is on its way. */
  waiting?: ReactNode;
  /**
   * What happens when it cannot be fetched: the server is away, or a newer version of the product has replaced it. Without
   * this the person is told, and what can be closed is closed, so that it can be opened again.
   */
  onMissed?: () => void;
  /** Stands in its place when it could not be fetched, and says so itself. */
  missed?: ReactNode;
}

/**
 * A part of the page whose code is fetched when it is first wanted. It differs from React's `lazy` in what happens when
 * the code does not come: nothing is thrown, so nothing else goes with it, and it is asked for anew the next time that it is wanted.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined;
  let underWay: Promise<void> | undefined;

  function fetchPart(): Promise<void> {
    underWay ??= load()
      .then((loaded) => {
        Part = loaded;
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  }

  const preload = () => (Part ? Promise.resolve() : fetchPart().catch(() => undefined));
  const once = () => (Part ? 'there' : 'wanted');

  function OnDemand({ button, waiting = null, onMissed, missed, ...props }: Props & Around) {
    const behind = button !== undefined;
    const saysItself = missed !== undefined;
    const [state, setState] = useState<'closed' | 'wanted' | 'there' | 'missed'>(behind ? 'closed' : once);
    const tell = useTellUnreachable((props as { onClose?: () => void }).onClose);
    useEffect(() => {
      if (state !== 'wanted') return;
      let gone = false;
      fetchPart().then(
        () => !gone && setState('there'),
        () => {
          if (gone) return;
          setState(behind ? 'closed' : 'missed');
          if (onMissed) onMissed();
          else if (!saysItself) tell();
        },
      );
      return () => {
        gone = true;
      };
    }, [state, behind, saysItself, onMissed, tell]);
    if (Part && state !== 'closed') return <Part {...(props as unknown as Props)} />;
    if (state === 'missed' && saysItself) return missed;
    if (!button) return waiting;
    const fetchAhead = () => void preload();
    return button({
      onPointerEnter: fetchAhead,
      onFocus: fetchAhead,
      onClick: () => setState(once),
    });
  }

  /** Fetches the code ahead of time. Without it nothing is lost: it is asked for again when it is wanted. */
  OnDemand.preload = preload;
  return OnDemand;
}
