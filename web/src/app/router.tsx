import { Center, Loader } from '@mantine/core';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { lazy } from 'react';
import { kinds } from '../kinds/kinds';
import type { RawAddress } from '../list/address';
import { safeReturnPath } from '../session/returnPath';
import { onSessionChange, session } from '../session/session';
import { Crashed } from './Crashed';

const KindList = lazy(() => import('./KindList').then((module) => ({ default: module.KindList })));
const form = () => import('./KindForm');
const KindCreate = lazy(() => form().then((module) => ({ default: module.KindCreate })));
const KindUpdate = lazy(() => form().then((module) => ({ default: module.KindUpdate })));
const MadeInSource = lazy(() =>
  import('./MadeInSource').then((module) => ({ default: module.MadeInSource })),
);
const NotFound = lazyRouteComponent(() => import('./NotFound'), 'NotFound');

const root = createRootRoute({ component: Outlet });

/** Every screen but login and signup stands under this one, and so asks for a signed-in person. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('./Layout'), 'Layout'),
  beforeLoad: ({ location }) => {
    if (!session()) {
      throw redirect({ to: '/login', search: returnTo({ return_to: location.href }), replace: true });
    }
  },
});

function returnTo(search: RawAddress): { return_to?: string } {
  const wanted = safeReturnPath(search.return_to);
  return wanted === '/' ? {} : { return_to: wanted };
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: returnTo,
  beforeLoad: ({ search }) => {
    if (session()) throw redirect({ href: safeReturnPath(search.return_to), replace: true });
  },
  component: lazyRouteComponent(() => import('../session/LoginScreen'), 'LoginScreen'),
});

const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: lazyRouteComponent(() => import('../session/SignupScreen'), 'SignupScreen'),
});

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => import('../home/HomeScreen'), 'HomeScreen'),
});

const log = createRoute({
  getParentRoute: () => app,
  path: '/log-activity',
  component: lazyRouteComponent(() => import('../log/LogScreen'), 'LogScreen'),
});

const account = createRoute({
  getParentRoute: () => app,
  path: '/tugas/$id',
  component: lazyRouteComponent(() => import('../log/AccountScreen'), 'AccountScreen'),
});

const zoom = createRoute({
  getParentRoute: () => app,
  path: '/zoom-activity',
  component: lazyRouteComponent(() => import('../zoom/ZoomScreen'), 'ZoomScreen'),
});

const connections = createRoute({
  getParentRoute: () => app,
  path: '/pengaturan/koneksi',
  component: lazyRouteComponent(() => import('../settings/ConnectionsScreen'), 'ConnectionsScreen'),
});

const schedule = createRoute({
  getParentRoute: () => app,
  path: '/pengaturan/jadwal',
  component: lazyRouteComponent(() => import('../schedule/ScheduleScreen'), 'ScheduleScreen'),
});

const users = createRoute({
  getParentRoute: () => app,
  path: '/user',
  component: lazyRouteComponent(() => import('../users/UsersScreen'), 'UsersScreen'),
});

const userForms = () => import('../users/UserForms');
const ofUsers = [
  users,
  createRoute({
    getParentRoute: () => app,
    path: '/user/create',
    component: lazyRouteComponent(userForms, 'UserCreate'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/user/$id/update',
    component: lazyRouteComponent(userForms, 'UserUpdate'),
  }),
];

const ofKinds = kinds.flatMap((kind) => {
  const { path } = kind.list;
  const list = createRoute({ getParentRoute: () => app, path, component: () => <KindList kind={kind} /> });
  if (!kind.form) return [list];
  return [
    list,
    createRoute({
      getParentRoute: () => app,
      path: `${path}/create`,
      component: () => <KindCreate kind={kind} />,
    }),
    createRoute({
      getParentRoute: () => app,
      path: `${path}/$id/update`,
      component: () => <KindUpdate kind={kind} />,
    }),
  ];
});

/** A course is made in the source alone: its two form addresses say so. */
const ofSource = (
  [
    ['/mata_kuliah/create', 'titles.mata_kuliah_create'],
    ['/mata_kuliah/$id/update', 'titles.mata_kuliah_update'],
  ] as const
).map(([path, title]) =>
  createRoute({ getParentRoute: () => app, path, component: () => <MadeInSource title={title} /> }),
);

/** Two addresses that were in use for the same screen lead to the one that all kinds have. */
const aliases = (['/jurusan/$id', '/user/$id'] as const).map((path) =>
  createRoute({
    getParentRoute: () => app,
    path,
    beforeLoad: ({ params }) => {
      throw redirect({ to: `${path.replace('$id', encodeURIComponent(params.id))}/update`, replace: true });
    },
  }),
);

const nothing = createRoute({ getParentRoute: () => app, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: root.addChildren([
    app.addChildren([
      home,
      log,
      account,
      zoom,
      connections,
      schedule,
      ...ofUsers,
      ...ofKinds,
      ...ofSource,
      ...aliases,
      nothing,
    ]),
    login,
    signup,
  ]),
  // Plain text in, plain text out: the router's own parser would make the number 11 of a program's code "011".
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) =>
        value === undefined || value === null ? [] : [[name, String(value)]],
      ),
    ).toString();
    return text && `?${text}`;
  },
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: () => (
    <Center mih={200}>
      <Loader size="sm" aria-label="…" />
    </Center>
  ),
  scrollRestoration: true,
});

// Guards run again when a session begins or ends, here or in another tab.
onSessionChange(() => void router.invalidate());
