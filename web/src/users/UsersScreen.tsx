import { Button } from '@mantine/core';
import IconDeviceMobileOff from '@tabler/icons-react/dist/esm/icons/IconDeviceMobileOff.mjs';
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import { client, type ListedUser, settle, type User } from '../api/client';
import { type ListAddress, readAddress, writeAddress } from '../list/address';
import { PlainList } from '../list/PlainList';
import { RowMenu } from '../list/RowMenu';
import type { TableColumn } from '../list/tableTypes';
import { onDemand } from '../message/onDemand';
import { PageHeader } from '../page/PageHeader';
import { ForAdministrators } from '../session/ForAdministrators';
import { useMayChange } from '../session/session';
import { formatMoment } from '../texts/format';
import { ApprovalState } from './ApprovalState';
import {
  approveRequest,
  deleteRequest,
  disableRequest,
  enableRequest,
  endSecondFactorRequest,
  nameOf,
} from './requests';
import { SecondFactorSwitch } from './SecondFactorSwitch';

const UserSessions = onDemand(() => import('./UserSessions').then((module) => module.UserSessions));
const DeletedUsers = onDemand(() => import('./DeletedUsers').then((module) => module.DeletedUsers));

const route = getRouteApi('/app/user');
const plain = { defaultTab: 'dashboard', filters: [] } as const;

/** The dashboard's own accounts: active, waiting, and recently deleted. */
export function UsersScreen() {
  const { t } = useTranslation();
  const ask = useConfirm();
  const mayChange = useMayChange();
  const [sessionsOf, setSessionsOf] = useState<User>();
  const navigate = useNavigate();
  const address = readAddress(plain, route.useSearch());
  const go = (next: ListAddress, replace = false) =>
    void navigate({ to: '/user', search: writeAddress(plain, next), replace });

  const columns = useMemo<TableColumn<ListedUser>[]>(
    () => [
      { id: 'id', label: t('fields.id'), cell: ({ id }) => id },
      { id: 'name', label: t('fields.name'), card: 'heading', cell: ({ name }) => name || '-' },
      { id: 'username', label: t('fields.username'), card: 'line', cell: ({ username }) => username },
      { id: 'role', label: t('fields.role'), card: 'line', cell: ({ role }) => t(`roles.${role}`) },
      {
        id: 'created_at',
        label: t('fields.created_at'),
        card: 'line',
        cell: ({ created_at }) => formatMoment(created_at),
      },
      {
        id: 'active',
        label: t('fields.active'),
        card: 'state',
        pinned: true,
        cell: (user) => (
          <ApprovalState
            user={user}
            mayApprove={mayChange}
            label={t('actions.approve_one', { item: nameOf(user) })}
            onClick={() => ask(approveRequest(user, t))}
          />
        ),
      },
    ],
    [t, ask, mayChange],
  );

  return (
    <>
      <PageHeader title={t('kinds.user.title')} help={['administrator', 'viewer', 'second_factor']}>
        <ForAdministrators>
          <Button
            size="xs"
            leftSection={<IconPlus size={15} aria-hidden />}
            component={Link}
            to="/user/create"
          >
            {t('actions.create')}
          </Button>
        </ForAdministrators>
      </PageHeader>
      <PlainList<ListedUser>
        title={t('kinds.user.title')}
        address={address}
        onAddress={go}
        cacheKey={['user']}
        load={(query, signal) =>
          settle<ListedUser[]>(client.GET('/api/v1/api/user/get', { params: { query }, signal }))
        }
        columns={columns}
        idOf={({ id }) => String(id)}
        labelOf={nameOf}
        {...(mayChange
          ? {
              actions: (user: ListedUser, as: 'icons' | 'menu') => (
                <RowMenu
                  item={nameOf(user)}
                  as={as}
                  entries={[
                    {
                      label: t('list.edit'),
                      name: `${t('list.edit')} ${nameOf(user)}`,
                      Icon: IconPencil,
                      to: `/user/${encodeURIComponent(user.username)}/update`,
                    },
                    {
                      label: t('account.sessions'),
                      name: t('account.sessions_of', { item: nameOf(user) }),
                      Icon: IconDevices,
                      onClick: () => setSessionsOf(user),
                    },
                    ...(user.second_factor
                      ? [
                          {
                            label: t('second_factor.end_of', { item: nameOf(user) }),
                            name: t('second_factor.end_of', { item: nameOf(user) }),
                            Icon: IconDeviceMobileOff,
                            onClick: () => ask(endSecondFactorRequest(user, t)),
                          },
                        ]
                      : []),
                    user.disabled
                      ? {
                          label: t('actions.enable'),
                          name: t('actions.enable_one', { item: nameOf(user) }),
                          Icon: IconUserCheck,
                          onClick: () => ask(enableRequest(user, t)),
                        }
                      : {
                          label: t('actions.disable'),
                          name: t('actions.disable_one', { item: nameOf(user) }),
                          Icon: IconUserOff,
                          onClick: () => ask(disableRequest(user, t)),
                        },
                    {
                      label: t('actions.delete'),
                      name: t('actions.delete_one', { item: nameOf(user) }),
                      Icon: IconTrash,
                      danger: true,
                      onClick: () => ask(deleteRequest(user, t)),
                    },
                  ]}
                />
              ),
            }
          : {})}
        empty={{ title: t('list.empty_plain') }}
        aside={
          mayChange && (
            <>
              <SecondFactorSwitch />
              <DeletedUsers />
            </>
          )
        }
      />
      {sessionsOf && <UserSessions user={sessionsOf} onClose={() => setSessionsOf(undefined)} />}
    </>
  );
}
