import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router';
import { lastCheckInVenue } from './lastCheckIn.ts';
import { textsLoaded } from './locale.ts';
import { findSession, needsVisit, roleAt, session } from './session.ts';
import { isViewLoadError, shouldReload } from './viewLoadError.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** Accessible without a session, and shown without the navigation bar. */
    open?: true;
    /** For the operator only. */
    operator?: true;
    /** For owners of the venue; front desk staff see a notice. */
    owner?: true;
  }
}

const checkInAt = (slug: string | null | undefined) => slug && { name: 'check-in', params: { slug } };

/**
 * The routes. Each view is loaded on first use. Routes whose name is in the navigation of
 * `components/AppShell.vue` appear there.
 */
const routes: RouteRecordRaw[] = [
  {
    path: '/',
    name: 'home',
    component: () => import('./views/home/HomeView.vue'),
    beforeEnter: () => {
      // No session means offline here, where only the check-in works.
      if (!session.value) return checkInAt(lastCheckInVenue()) ?? true;
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
    path: '/sign-in/oidc',
    name: 'oidc-return',
    component: () => import('./views/signIn/OidcReturn.vue'),
    meta: { open: true },
  },
  {
    path: '/sign-up',
    name: 'sign-up',
    component: () => import('./views/signUp/SignUpView.vue'),
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
    component: () => import('./views/team/TeamView.vue'),
    meta: { owner: true },
  },
  {
    path: '/v/:slug/audit-log',
    name: 'audit',
    component: () => import('./views/audit/AuditView.vue'),
    meta: { owner: true },
  },
  {
    path: '/v/:slug/start',
    name: 'start',
    component: () => import('./views/firstSteps/FirstStepsView.vue'),
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
    beforeEnter: () => checkInAt(lastCheckInVenue() ?? session.value?.venues[0]?.slug) ?? { name: 'home' },
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
    path: '/operator/fees',
    name: 'fees',
    component: () => import('./views/operator/FeesView.vue'),
    meta: { operator: true },
  },
  {
    path: '/operator/audit-log',
    name: 'platform-audit',
    component: () => import('./views/audit/AuditView.vue'),
    meta: { operator: true },
  },
  {
    path: '/operator/operators',
    name: 'operators',
    component: () => import('./views/operator/OperatorsView.vue'),
    meta: { operator: true },
  },
  {
    path: '/operator/visit',
    name: 'visit',
    component: () => import('./views/operator/VisitView.vue'),
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
    path: '/v/:slug/bookings/import',
    name: 'import',
    component: () => import('./views/import/ImportView.vue'),
    meta: { owner: true },
  },
  {
    path: '/v/:slug/till',
    name: 'till',
    component: () => import('./views/till/TillView.vue'),
  },
  {
    path: '/v/:slug/figures',
    name: 'figures',
    component: () => import('./views/reports/ReportsView.vue'),
    meta: { owner: true },
  },
  {
    path: '/v/:slug/figures/statements/:month(20\\d\\d-[01]\\d)?',
    name: 'statements',
    component: () => import('./views/reports/StatementView.vue'),
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
  if (!isViewLoadError(error)) return;
  if (shouldReload(error)) return location.assign(router.resolve(to).href);
  const checkIn = checkInAt(lastCheckInVenue());
  if (checkIn && to.name !== 'check-in') void router.replace(checkIn);
});

router.beforeEach(async (to) => {
  const was = session.value;
  const [found] = await Promise.all([
    to.meta.open ? undefined : findSession().catch(() => undefined),
    // The scripts of views use the texts at once.
    textsLoaded,
  ]);
  if (to.meta.open) return true;
  // Undefined while the server can't be reached: the views show the error.
  if (found === null) return { name: 'sign-in', query: { to: to.fullPath, ...(was && { ended: '' }) } };
  const { slug } = to.params;
  const isOthers =
    (typeof slug === 'string' && roleAt(slug) === null) || (to.meta.operator && found?.role !== 'operator');
  if (found && isOthers && to.name !== 'not-found')
    return { name: 'not-found', params: { path: to.path.slice(1).split('/') } };
  const entered = typeof slug === 'string' && needsVisit(slug) ? slug : undefined;
  if (found?.operator?.needs_passkey && (to.meta.operator || entered)) return { name: 'passkeys' };
  if (entered) return { name: 'visit', query: { venue: entered, to: to.fullPath } };
  return true;
});
