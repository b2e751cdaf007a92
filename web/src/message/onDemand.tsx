import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Around {
  /** Stands in its place while it is on its way. */
  waiting?: ReactNode;
  /** What happens when it cannot be fetched: the server is away, or a newer version of the product has replaced it. */
  onMissed?: () => void;
  /** Stands in its place when it could not be fetched. */
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

  function OnDemand({ waiting = null, onMissed, missed = waiting, ...props }: Props & Around) {
    const [state, setState] = useState<'wanted' | 'there' | 'missed'>(Part ? 'there' : 'wanted');
    useEffect(() => {
      if (state !== 'wanted') return;
      let gone = false;
      fetchPart().then(
        () => !gone && setState('there'),
        () => {
          if (gone) return;
          setState('missed');
          onMissed?.();
        },
      );
      return () => {
        gone = true;
      };
    }, [state, onMissed]);
    if (Part) return <Part {...(props as unknown as Props)} />;
    return state === 'missed' ? missed : waiting;
  }

  /** Fetches the code ahead of time. Without it nothing is lost: it is asked for again when it is wanted. */
  OnDemand.preload = () => (Part ? Promise.resolve() : fetchPart().catch(() => undefined));
  return OnDemand;
}
