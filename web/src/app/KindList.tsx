import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PageLink } from '../action/request';
import type { Kind } from '../kinds/kind';
import { panelName, panelTarget } from '../kinds/pages';
import {
  type ListAddress,
  type RawAddress,
  readKindAddress,
  unknownParams,
  writeAddress,
} from '../list/address';
import type { NamedRow } from '../list/bulk';
import { ListScreen } from '../list/ListScreen';
import { UnknownAddress } from '../list/UnknownAddress';
import { onDemand } from '../message/onDemand';
import { onFirstInput } from '../message/onFirstInput';

const SidePanel = onDemand(() => import('../person/SidePanel').then((module) => module.SidePanel));

const TogetherDialog = onDemand(() =>
  import('../form/TogetherDialog').then((module) => module.TogetherDialog),
);

/** Connects the list screen to the router: reads its state from the address, and writes changes back to it. */
export function KindList({ kind }: { kind: Kind }) {
  const { list, form } = kind;
  const [together, setTogether] = useState<{ rows: readonly NamedRow[]; onDone: () => void } | null>(null);
  const raw: RawAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => onFirstInput(() => void SidePanel.preload()), []);
  const address = useMemo(() => readKindAddress(list, raw), [list, raw]);
  const { panel = '' } = raw;
  const target = useMemo(() => panelTarget(panel), [panel]);
  // True if the entry before this one is the same list without the panel.
  const openedHere = useRef(false);
  const go = useCallback(
    (next: ListAddress, panel: string, replace: boolean) =>
      void navigate({
        to: list.path,
        search: { ...writeAddress(list, next), ...(panel ? { panel } : {}) },
        replace,
        resetScroll: false,
      }),
    [list, navigate],
  );
  const onAddress = useCallback(
    (next: ListAddress, replace = false) => {
      openedHere.current = false;
      go(next, panel, replace);
    },
    [go, panel],
  );
  // The panel is one entry of the history, whatever it shows: Back closes it.
  const onPanel = useCallback(
    (page: PageLink) => {
      const next = panelName(page);
      if (next === panel) return document.querySelector<HTMLElement>('.side-panel')?.focus();
      if (panel === '') openedHere.current = true;
      go(address, next, panel !== '');
    },
    [go, address, panel],
  );
  const onClose = useCallback(() => {
    if (openedHere.current) router.history.back();
    else go(address, '', true);
    openedHere.current = false;
  }, [router, go, address]);
  const unknown = useMemo(() => unknownParams(list, raw), [list, raw]);
  if (unknown.length > 0) {
    return (
      <UnknownAddress
        title={`kinds.${list.id}.title`}
        unknown={unknown}
        onWithout={() => onAddress({ ...address, sort: 'id', order: 'asc' }, true)}
      />
    );
  }
  return (
    <>
      <ListScreen
        list={list}
        address={address}
        onAddress={onAddress}
        panel={target?.page ?? null}
        onPanel={onPanel}
        onTogether={
          form?.fields.some((field) => field.together)
            ? (rows, onDone) => setTogether({ rows, onDone })
            : undefined
        }
      />
      {form && together && (
        <TogetherDialog
          form={form}
          rows={together.rows}
          onClose={() => setTogether(null)}
          onDone={() => {
            setTogether(null);
            together.onDone();
          }}
        />
      )}
      {target && <SidePanel {...target} onClose={onClose} />}
    </>
  );
}
