import type { Session } from '@venue-booking/proto/auth/session';
import type { Locale } from '@venue-booking/proto/primitives';
import { ref, shallowRef } from 'vue';
import type { RouteLocationNormalizedLoaded } from 'vue-router';
import { ApiError, api, onSessionEnd } from './api/client.ts';
import { setLocale } from './locale.ts';
import { hasUnsavedInput } from './unsaved.ts';

/** Null when nobody is signed in; undefined before it is loaded. */
export const session = shallowRef<Session | null>();

/** Whether the session has ended while the page has unsaved input. The page then does not change. */
let isOver = false;
/** Whether `components/SessionEnded.vue` is shown. The person can close it and keep typing. */
export const showsSessionEnded = ref(false);

let loading: Promise<Session | null> | undefined;

function take(found: Session): void {
  session.value = found;
  isOver = false;
  showsSessionEnded.value = false;
  // Callers of `findSession` get the session once its language is loaded.
  loading = setLocale(found.language).then(() => found);
}

/**
 * Tabs share a new session here. Pages of older releases treat any message on `tabs` as a sign-out, hence a
 * second channel.
 */
const entries = new BroadcastChannel('venue-booking-entered');
entries.addEventListener('message', ({ data: found }: MessageEvent<Session>) => {
  if (!session.value) return;
  const isSame = found.role === session.value.role && found.email === session.value.email;
  if (!isSame) void clearSession();
  else if (isOver) take(found);
});

/** Stores the session that a sign-in returns. */
export function enter(found: Session): void {
  take(found);
  entries.postMessage(found);
}

/**
 * The session of this browser, loaded once.
 * @throws ApiError when the server can't be reached
 */
export function findSession(): Promise<Session | null> {
  loading ??= api.get<Session>('/session').then(
    (found) => {
      enter(found);
      return loading ?? found;
    },
    (error: unknown) => {
      loading = undefined;
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      session.value = null;
      return null;
    },
  );
  return loading;
}

/** Loads the session again, after the person changed their own access. */
export async function reloadSession(): Promise<void> {
  loading = undefined;
  await findSession();
}

/** Query of the sign-in page for signing in again. Only the shared operator token has no address. */
export const signInQuery = (): { operator?: '' } =>
  session.value?.role === 'operator' && session.value.email === null ? { operator: '' } : {};

type Leaving = () => void | Promise<void>;
const leaving: Leaving[] = [];
/** Registers a cleanup of this device for the end of the session, whatever ends it. */
export const onSessionCleared = (act: Leaving): void => void leaving.push(act);

/** Clears the session in this tab, and the data that the device kept for it. */
export async function clearSession(): Promise<void> {
  session.value = null;
  isOver = false;
  showsSessionEnded.value = false;
  await wipe();
}

async function wipe(): Promise<void> {
  loading = undefined;
  await Promise.allSettled(leaving.map(async (act) => act()));
}

onSessionEnd(({ reading }) => {
  if (!session.value || !hasUnsavedInput()) return void clearSession();
  // After the dialog is closed, only saving shows it again, not a background read.
  if (isOver && reading) return;
  isOver = true;
  showsSessionEnded.value = true;
  void wipe();
});

/** All tabs of a browser share one session: a sign-out in one signs out all. */
const tabs = new BroadcastChannel('venue-booking-session');
tabs.addEventListener('message', () => void clearSession());
// The back button may restore a cached page after a long time; load the session again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && session.value) void reloadSession().catch(() => {});
});

const closing = new Set<Leaving>();
/**
 * Registers work to do before a sign-out, while the session is still valid. If it throws an ApiError, the
 * sign-out stops.
 * @returns a function that unregisters it
 */
export function beforeSignOut(act: Leaving): () => void {
  closing.add(act);
  return () => void closing.delete(act);
}

/** Does the registered work. An ApiError says what to do, so it takes precedence over other errors. */
async function closeViews(): Promise<void> {
  const results = await Promise.allSettled([...closing].map(async (act) => act()));
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (reasons.length > 0) throw reasons.find((reason) => reason instanceof ApiError) ?? reasons[0];
}

/**
 * Signs out this browser, or all devices of the person.
 * @throws ApiError
 */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await closeViews();
  await api.delete(everywhere ? '/sessions' : '/session');
  tabs.postMessage('signed out');
  await clearSession();
}

/**
 * Leaves a venue. A venue that was left already is no error, because the response may have been lost. The
 * session ends with the person's last venue.
 * @throws ApiError
 */
export async function leaveVenue(slug: string): Promise<void> {
  await closeViews();
  await api.delete(`/session/venues/${slug}`).catch((error) => {
    if (!(error instanceof ApiError && error.code === 'venue_not_found')) throw error;
  });
  await reloadSession();
  if (!session.value) await clearSession();
}

const ownRoleAt = (slug: string): 'owner' | 'desk' | null =>
  session.value?.venues.find((venue) => venue.slug === slug)?.role ?? null;

/** Whether a named operator has given a reason for a venue. */
const hasVisit = (slug: string): boolean =>
  session.value?.operator?.visits.some(
    (visit) => visit.slug === slug && Date.parse(visit.ends_at) > Date.now(),
  ) ?? false;

/** Whether a named operator must give a reason before opening a venue. */
export const needsVisit = (slug: string): boolean =>
  session.value?.operator !== undefined && ownRoleAt(slug) === null && !hasVisit(slug);

/** The person's role at a venue; `owner` for an operator. Null at a venue that they don't belong to. */
export function roleAt(slug: string): 'owner' | 'desk' | null {
  const role = ownRoleAt(slug);
  return session.value?.role === 'operator' && (role === null || hasVisit(slug)) ? 'owner' : role;
}

/**
 * Whether the person may look at a page and change nothing: an operator with the role `support`, except at a
 * venue where they work.
 */
export const readsOnly = ({
  params,
  meta,
}: Pick<RouteLocationNormalizedLoaded, 'params' | 'meta'>): boolean =>
  session.value?.operator?.role === 'support' &&
  (typeof params.slug === 'string' ? ownRoleAt(params.slug) === null : meta.operator === true);

/** Changes the language, and stores it with the session. */
export async function chooseLanguage(language: Locale): Promise<void> {
  if (!(await setLocale(language))) return;
  if (session.value) session.value = { ...session.value, language };
  await api.patch('/session', { language }).catch(() => {});
}
