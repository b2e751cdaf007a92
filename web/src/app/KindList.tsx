import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Kind } from '../kinds/kind';
import {
  type ListAddress,
  type RawAddress,
  readKindAddress,
  unknownParams,
  writeAddress,
} from '../list/address';
import { ListScreen } from '../list/ListScreen';
import { UnknownAddress } from '../list/UnknownAddress';

/** Connects the list screen to the router: reads its state from the address, and writes changes back to it. */
export function KindList({ kind }: { kind: Kind }) {
  const { list } = kind;
  const raw: RawAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const address = useMemo(() => readKindAddress(list, raw), [list, raw]);
  const onAddress = useCallback(
    (next: ListAddress, replace = false) =>
      void navigate({ to: list.path, search: writeAddress(list, next), replace, resetScroll: false }),
    [list, navigate],
  );
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
  return <ListScreen list={list} address={address} onAddress={onAddress} />;
}
