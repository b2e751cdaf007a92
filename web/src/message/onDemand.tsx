import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useLoadFailure } from './unreachable';

/** The handlers of a button that opens a part: hover and focus preload the code, a click shows the part. */
export interface Opener {
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: () => void;
}

interface LoadProps {
  /** The button that opens the part. It stays until it is clicked and the part has loaded. */
  button?: (opener: Opener) => ReactNode;
  /** The placeholder while the part loads. */
  placeholder?: ReactNode;
  /**
   * Called if the part fails to load: the server is away, or a newer version has replaced it. Without it the user gets a
   * toast, and a part with `onClose` is closed, so that it can be reopened.
   */
  onLoadFailed?: () => void;
  /** Replaces a part that failed to load, and explains the failure itself. */
  fallback?: ReactNode;
}

/**
 * A part of the page with code that is fetched at its first use. Unlike React's `lazy`, a failed fetch throws nothing, so
 * the rest of the page stays, and the next use fetches again.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  function fetchPart(): Promise<void> {
    loading ??= load()
      .then((loaded) => {
        Part = loaded;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  const preload = () => (Part ? Promise.resolve() : fetchPart().catch(() => undefined));
  const loadState = () => (Part ? 'loaded' : 'loading');

  function OnDemand({ button, placeholder = null, onLoadFailed, fallback, ...props }: Props & LoadProps) {
    const hasButton = button !== undefined;
    const hasFallback = fallback !== undefined;
    const [state, setState] = useState<'closed' | 'loading' | 'loaded' | 'failed'>(
      hasButton ? 'closed' : loadState,
    );
    const reportFailure = useLoadFailure((props as { onClose?: () => void }).onClose);
    useEffect(() => {
      if (state !== 'loading') return;
      let cancelled = false;
      fetchPart().then(
        () => !cancelled && setState('loaded'),
        () => {
          if (cancelled) return;
          setState(hasButton ? 'closed' : 'failed');
          if (onLoadFailed) onLoadFailed();
          else if (!hasFallback) reportFailure();
        },
      );
      return () => {
        cancelled = true;
      };
    }, [state, hasButton, hasFallback, onLoadFailed, reportFailure]);
    if (Part && state !== 'closed') return <Part {...(props as unknown as Props)} />;
    if (state === 'failed' && hasFallback) return fallback;
    if (!button) return placeholder;
    const preloadPart = () => void preload();
    return button({
      onPointerEnter: preloadPart,
      onFocus: preloadPart,
      onClick: () => setState(loadState),
    });
  }

  /** Fetches the code ahead of time. A failure is harmless: the next use fetches again. */
  OnDemand.preload = preload;
  return OnDemand;
}
