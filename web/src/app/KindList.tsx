import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Kind } from '../kinds/kind';
import { type ListAddress, type RawAddress, readAddress, writeAddress } from '../list/address';
import { ListScreen } from '../list/ListScreen';

/** Joins the list screen to the router: what the address says goes in, what the person does comes back as an address. */
export function KindList({ kind }: { kind: Kind }) {
  const { list } = kind;
  const raw: RawAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(list, raw), [list, raw]);
  const onAddress = useCallback(
    (next: ListAddress, replace = false) =>
      void navigate({ to: list.path, search: writeAddress(list, next), replace, resetScroll: false }),
    [list, navigate],
  );
  return <ListScreen list={list} address={address} onAddress={onAddress} />;
}
