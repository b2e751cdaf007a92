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
const TitledPage = lazy(() => import('./TitledPage').then((module) => ({ default: module.TitledPage })));
const NotFound = lazyRouteComponent(() => import('./NotFound'), 'NotFound');

const root = createRootRoute({ component: Outlet });

/** Every screen but login and signup stands under this one, and so asks for a signed-in person. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('./Layout'), 'Layout'),
  beforeLoad: ({ location }) => {
    if (!session()) {
      throw redirect({ to: '/login', search: { return_to: location.href }, replace: true });
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

const zoom = createRoute({
  getParentRoute: () => app,
  path: '/zoom-activity',
  component: lazyRouteComponent(() => import('../zoom/ZoomScreen'), 'ZoomScreen'),
});

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

/** Screens that are still to be filled: each has its address and its title already. */
const titled = (
  [
    ['/jurusan', 'titles.jurusan'],
    ['/jurusan/create', 'titles.jurusan_create', 'back'],
    ['/jurusan/$id/update', 'titles.jurusan_update', 'back'],
    ['/user', 'titles.user'],
    ['/user/create', 'titles.user_create', 'back'],
    ['/user/$id/update', 'titles.user_update', 'back'],
    ['/prodi', 'titles.prodi'],
    ['/prodi/create', 'titles.prodi_create', 'back'],
    ['/prodi/$id/update', 'titles.prodi_update', 'back'],
    ['/semester', 'titles.semester'],
    ['/semester/create', 'titles.semester_create', 'back'],
    ['/semester/$id/update', 'titles.semester_update', 'back'],
    ['/tahun-ajaran', 'titles.tahun_ajaran'],
    ['/tahun-ajaran/create', 'titles.tahun_ajaran_create', 'back'],
    ['/tahun-ajaran/$id/update', 'titles.tahun_ajaran_update', 'back'],
    ['/mata_kuliah/create', 'titles.matakuliah_create', 'back'],
    ['/mata_kuliah/$id/update', 'titles.matakuliah_update', 'back'],
    ['/mengajar', 'titles.mengajar'],
    ['/pengajar', 'titles.pengajar'],
    ['/pengajar/create', 'titles.pengajar_create', 'back'],
    ['/pengajar/$id/update', 'titles.pengajar_update', 'back'],
    ['/mahasiswa/mbkm', 'titles.mahasiswa_mbkm'],
  ] as const
).map(([path, title, back]) =>
  createRoute({
    getParentRoute: () => app,
    path,
    component: () => <TitledPage title={title} back={back === 'back'} />,
  }),
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
    app.addChildren([home, log, zoom, ...ofKinds, ...titled, ...aliases, nothing]),
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
