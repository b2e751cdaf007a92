import { Center, Loader } from '@mantine/core';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { settingsQuery } from '../api/settings';
import { mainPageQuery } from '../api/summary';
import { kinds } from '../kinds/kinds';
import type { RawAddress } from '../list/address';
import { onDemand } from '../message/onDemand';
import { schedulesQuery } from '../schedule/schedulesQuery';
import { onSessionChange, safeReturnPath, session } from '../session/session';
import { pendingAccountsQuery } from '../users/pendingAccounts';
import { CrashScreen } from './CrashScreen';
import { Layout } from './Layout';
import { queries } from './queries';
import { UnreachableScreen } from './UnreachableScreen';

const placeholder = (
  <Center mih={200} className="late">
    <Loader size="sm" aria-label="…" />
  </Center>
);

/** A screen. Its code is fetched with its route, or when a link to it is hovered. An unreachable server is no crash. */
function screenOf<Props extends object>(load: () => Promise<ComponentType<Props>>, props: Props) {
  const LazyScreen = onDemand(load);
  const Screen = () => <LazyScreen {...props} placeholder={placeholder} fallback={<UnreachableScreen />} />;
  return Object.assign(Screen, { preload: LazyScreen.preload });
}

const forms = () => import('./KindForm');
const NotFound = screenOf(() => import('./NotFound').then((module) => module.NotFound), {});

const root = createRootRoute({ component: Outlet });

/** The parent of every screen but login and signup. It requires a signed-in user. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  // A part of the first script: a fetch of its own would delay each first screen by a round trip.
  component: Layout,
  beforeLoad: ({ location }) => {
    if (!session()) {
      throw redirect({ to: '/login', search: returnTo({ return_to: location.href }), replace: true });
    }
  },
});

function returnTo(search: RawAddress): { return_to?: string } {
  const path = safeReturnPath(search.return_to);
  return path === '/' ? {} : { return_to: path };
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: returnTo,
  beforeLoad: ({ search }) => {
    if (session()) throw redirect({ href: safeReturnPath(search.return_to), replace: true });
  },
  component: screenOf(() => import('../session/LoginScreen').then((module) => module.LoginScreen), {}),
});

const providerReturn = createRoute({
  getParentRoute: () => root,
  path: '/login/oidc',
  validateSearch: (search: RawAddress): Record<string, string> =>
    Object.fromEntries(
      Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
  component: screenOf(() => import('../session/ProviderReturn').then((module) => module.ProviderReturn), {}),
});

const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: screenOf(() => import('../session/SignupScreen').then((module) => module.SignupScreen), {}),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: screenOf(() => import('../setup/SetupScreen').then((module) => module.SetupScreen), {}),
});

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  // Asked while the screen's code comes, not after it: each is a round trip.
  loader: () => {
    void queries.prefetchQuery(mainPageQuery);
    void queries.prefetchQuery(settingsQuery);
    void queries.prefetchQuery(pendingAccountsQuery);
    void queries.prefetchQuery(schedulesQuery);
  },
  component: screenOf(() => import('../home/HomeScreen').then((module) => module.HomeScreen), {}),
});

const log = createRoute({
  getParentRoute: () => app,
  path: '/log-activity',
  component: screenOf(() => import('../log/LogScreen').then((module) => module.LogScreen), {}),
});

const report = createRoute({
  getParentRoute: () => app,
  path: '/tugas/$id',
  component: screenOf(() => import('../log/ReportScreen').then((module) => module.ReportScreen), {}),
});

const align = createRoute({
  getParentRoute: () => app,
  path: '/selaraskan',
  component: screenOf(() => import('../align/AlignScreen').then((module) => module.AlignScreen), {}),
});

const zoom = createRoute({
  getParentRoute: () => app,
  path: '/zoom-activity',
  component: screenOf(() => import('../zoom/ZoomScreen').then((module) => module.ZoomScreen), {}),
});

const period = createRoute({
  getParentRoute: () => app,
  path: '/laporan',
  component: screenOf(() => import('../period/PeriodScreen').then((module) => module.PeriodScreen), {}),
});

const person = createRoute({
  getParentRoute: () => app,
  path: '/orang/$kind/$number',
  validateSearch: (search: RawAddress): { class?: string } => (search.class ? { class: search.class } : {}),
  component: screenOf(() => import('../person/PersonScreen').then((module) => module.PersonScreen), {}),
});

const renumber = createRoute({
  getParentRoute: () => app,
  path: '/ganti-nomor',
  component: screenOf(() => import('../person/RenumberScreen').then((module) => module.RenumberScreen), {}),
});

const matches = createRoute({
  getParentRoute: () => app,
  path: '/cocokkan',
  component: screenOf(() => import('../matches/MatchesScreen').then((module) => module.MatchesScreen), {}),
});

const classPage = createRoute({
  getParentRoute: () => app,
  path: '/kelas/$number',
  component: screenOf(() => import('../person/ClassScreen').then((module) => module.ClassScreen), {}),
});

const connections = createRoute({
  getParentRoute: () => app,
  path: '/pengaturan/koneksi',
  component: screenOf(
    () => import('../settings/ConnectionsScreen').then((module) => module.ConnectionsScreen),
    {},
  ),
});

const sources = createRoute({
  getParentRoute: () => app,
  path: '/pengaturan/sumber',
  component: screenOf(() => import('../settings/SourcesScreen').then((module) => module.SourcesScreen), {}),
});

const shape = createRoute({
  getParentRoute: () => app,
  path: '/pengaturan/bentuk',
  component: screenOf(() => import('../shape/ShapeScreen').then((module) => module.ShapeScreen), {}),
});

const account = createRoute({
  getParentRoute: () => app,
  path: '/akun',
  component: screenOf(() => import('../account/AccountScreen').then((module) => module.AccountScreen), {}),
});

const schedule = createRoute({
  getParentRoute: () => app,
  path: '/pengaturan/jadwal',
  component: screenOf(() => import('../schedule/ScheduleScreen').then((module) => module.ScheduleScreen), {}),
});

const users = createRoute({
  getParentRoute: () => app,
  path: '/user',
  component: screenOf(() => import('../users/UsersScreen').then((module) => module.UsersScreen), {}),
});

const userForms = () => import('../users/UserForms');
const userRoutes = [
  users,
  createRoute({
    getParentRoute: () => app,
    path: '/user/create',
    component: screenOf(() => userForms().then((module) => module.UserCreate), {}),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/user/$id/update',
    component: screenOf(() => userForms().then((module) => module.UserUpdate), {}),
  }),
];

const kindRoutes = kinds.flatMap((kind) => {
  const { path } = kind.list;
  const list = createRoute({
    getParentRoute: () => app,
    path,
    component: screenOf(() => import('./KindList').then((module) => module.KindList), { kind }),
  });
  if (!kind.form) return [list];
  return [
    list,
    createRoute({
      getParentRoute: () => app,
      path: `${path}/create`,
      component: screenOf(() => forms().then((module) => module.KindCreate), { kind }),
    }),
    createRoute({
      getParentRoute: () => app,
      path: `${path}/$id/update`,
      component: screenOf(() => forms().then((module) => module.KindUpdate), { kind }),
    }),
  ];
});

/** Courses are created only in the source, so their two form addresses say so. */
const sourceOnlyRoutes = (
  [
    ['/mata_kuliah/create', 'titles.mata_kuliah_create'],
    ['/mata_kuliah/$id/update', 'titles.mata_kuliah_update'],
  ] as const
).map(([path, title]) =>
  createRoute({
    getParentRoute: () => app,
    path,
    component: screenOf(() => import('./SourceOnlyNotice').then((module) => module.SourceOnlyNotice), {
      title,
    }),
  }),
);

/** Redirects two old addresses of a screen to the one that all kinds have. */
const aliases = (['/jurusan/$id', '/user/$id'] as const).map((path) =>
  createRoute({
    getParentRoute: () => app,
    path,
    beforeLoad: ({ params }) => {
      throw redirect({ to: `${path.replace('$id', encodeURIComponent(params.id))}/update`, replace: true });
    },
  }),
);

const notFound = createRoute({ getParentRoute: () => app, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: root.addChildren([
    app.addChildren([
      home,
      log,
      report,
      align,
      zoom,
      period,
      person,
      renumber,
      matches,
      classPage,
      connections,
      sources,
      shape,
      schedule,
      account,
      ...userRoutes,
      ...kindRoutes,
      ...sourceOnlyRoutes,
      ...aliases,
      notFound,
    ]),
    login,
    providerReturn,
    signup,
    setup,
  ]),
  // Search parameters stay plain text: the router's own parser would turn the program code "011" into the number 11.
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
  defaultErrorComponent: CrashScreen,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: () => placeholder,
  scrollRestoration: true,
});

// Guards run again when a session begins or ends, here or in another tab.
onSessionChange(() => void router.invalidate());
