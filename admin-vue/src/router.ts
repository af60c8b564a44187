import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router';
import { lastDoor } from './lastDoor.ts';
import { isMissingView, mayHelpToReload } from './missingView.ts';
import { findSession, roleAt, session } from './session.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** Shown to anybody, without the bar. */
    open?: true;
    /** For the operator alone. */
    operator?: true;
    /** For the owners of the venue: who works at its desk is told so. */
    owner?: true;
  }
}

const checkInAt = (slug: string | null | undefined) => slug && { name: 'check-in', params: { slug } };

/**
 * The views, each loaded when it is first gone to. A route whose name the bar knows
 * (`components/AppShell.vue`) shows there.
 */
const routes: RouteRecordRaw[] = [
  {
    path: '/',
    name: 'home',
    component: () => import('./views/home/HomeView.vue'),
    beforeEnter: () => {
      // Opened without a network, where the check-in alone works.
      if (!session.value) return checkInAt(lastDoor()) ?? true;
      if (session.value.role === 'operator') return { name: 'operator' };
      const [only, another] = session.value.venues;
      return !only || another ? true : { path: `/v/${only.slug}/today` };
    },
  },
  {
    path: '/sign-in',
    name: 'sign-in',
    component: () => import('./views/signIn/SignInView.vue'),
    meta: { open: true },
  },
  {
    path: '/passkeys',
    name: 'passkeys',
    component: () => import('./views/passkeys/PasskeysView.vue'),
  },
  {
    path: '/sessions',
    name: 'sessions',
    component: () => import('./views/sessions/SessionsView.vue'),
  },
  { path: '/v/:slug', redirect: { name: 'today' } },
  {
    path: '/v/:slug/people',
    name: 'people',
    component: () => import('./views/people/PeopleView.vue'),
    meta: { owner: true },
  },
  {
    path: '/v/:slug/start',
    name: 'start',
    component: () => import('./views/start/StartView.vue'),
    meta: { owner: true },
  },
  {
    path: '/v/:slug/facilities',
    name: 'facilities',
    component: () => import('./views/facilities/FacilitiesView.vue'),
    meta: { owner: true },
  },
  {
    path: '/v/:slug/facilities/hours',
    name: 'opening-days',
    component: () => import('./views/facilities/exceptions/OpeningDaysView.vue'),
    meta: { owner: true },
  },
  {
    path: '/v/:slug/facilities/:id(\\d+|new)',
    name: 'facility',
    component: () => import('./views/facilities/FacilityView.vue'),
    meta: { owner: true },
  },
  {
    path: '/v/:slug/check-in',
    name: 'check-in',
    component: () => import('./views/checkIn/CheckInView.vue'),
  },
  {
    path: '/check-in',
    name: 'last-check-in',
    component: () => import('./views/home/HomeView.vue'),
    beforeEnter: () => checkInAt(lastDoor() ?? session.value?.venues[0]?.slug) ?? { name: 'home' },
  },
  {
    path: '/v/:slug/settings/:section?',
    name: 'settings',
    component: () => import('./views/settings/SettingsView.vue'),
    meta: { owner: true },
  },
  {
    path: '/operator',
    name: 'operator',
    component: () => import('./views/operator/VenuesView.vue'),
    meta: { operator: true },
  },
  {
    path: '/operator/platform',
    name: 'platform',
    component: () => import('./views/operator/PlatformView.vue'),
    meta: { operator: true },
  },
  {
    path: '/v/:slug/today',
    name: 'today',
    component: () => import('./views/today/TodayView.vue'),
  },
  {
    path: '/v/:slug/bookings',
    name: 'bookings',
    component: () => import('./views/bookings/BookingsView.vue'),
  },
  {
    path: '/v/:slug/bookings/:id(\\d+)',
    name: 'booking',
    component: () => import('./views/bookings/BookingView.vue'),
  },
  {
    path: '/v/:slug/figures',
    name: 'figures',
    component: () => import('./views/figures/FiguresView.vue'),
    meta: { owner: true },
  },
  {
    path: '/v/:slug/attention',
    name: 'attention',
    component: () => import('./views/attention/AttentionView.vue'),
    meta: { owner: true },
  },
  {
    path: '/:path(.*)*',
    name: 'not-found',
    component: () => import('./views/home/NotFoundView.vue'),
  },
];

export const router = createRouter({
  history: createWebHistory('/admin/'),
  routes,
  scrollBehavior: (_to, _from, kept) => kept ?? { top: 0 },
});

router.onError((error, to) => {
  if (!isMissingView(error)) return;
  if (mayHelpToReload(error)) return location.assign(router.resolve(to).href);
  const door = checkInAt(lastDoor());
  if (door && to.name !== 'check-in') void router.replace(door);
});

router.beforeEach(async (to) => {
  if (to.meta.open) return true;
  const was = session.value;
  const found = await findSession().catch(() => undefined);
  // Unknown while the server can't be reached: the views say so themselves.
  if (found === null) return { name: 'sign-in', query: { to: to.fullPath, ...(was && { ended: '' }) } };
  const { slug } = to.params;
  const isOthers =
    (typeof slug === 'string' && roleAt(slug) === null) || (to.meta.operator && found?.role !== 'operator');
  if (found && isOthers && to.name !== 'not-found')
    return { name: 'not-found', params: { path: to.path.slice(1).split('/') } };
  return true;
});
