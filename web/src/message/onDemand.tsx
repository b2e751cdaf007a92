import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTellUnreachable } from './unreachable';

/** The handlers of a button that opens a part: hover and focus preload the code, a click shows the part. */
export interface Opener {
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: () => void;
}

interface Around {
  /** The button that opens the part. It stays until it is clicked and the part has loaded. */
  button?: (opener: Opener) => ReactNode;
  /** The placeholder while the part loads. */
  waiting?: ReactNode;
  /**
   * Called if the part fails to load: the server is away, or a newer version has replaced it. Without it the user gets a
   * toast, and a part with `onClose` is closed, so that it can be reopened.
   */
  onMissed?: () => void;
  /** Replaces a part that failed to load, and explains the failure itself. */
  missed?: ReactNode;
}

/**
 * A part of the page with code that is fetched at its first use. Unlike React's `lazy`, a failed fetch throws nothing, so
 * the rest of the page stays, and the next use fetches again.
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

  /** Fetches the code ahead of time. A failure is harmless: the next use fetches again. */
  OnDemand.preload = preload;
  return OnDemand;
}
