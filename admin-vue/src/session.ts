import type { Locale } from '@venue-booking/proto/primitives';
import type { Session } from '@venue-booking/proto/session';
import { ref, shallowRef } from 'vue';
import { ApiError, api, whenSessionEnds } from './api/client.ts';
import { locale } from './locale.ts';
import { hasTyped } from './unsaved.ts';

/** Null while nobody is signed in; undefined before it has been asked. */
export const session = shallowRef<Session | null>();

/** Whether the session is over while the page holds what was typed: the page then stays as it is. */
let isOver = false;
/** Whether that is being said (`components/SessionEnded.vue`). The person can close it, and go on typing. */
export const saysSessionOver = ref(false);

let asked: Promise<Session | null> | undefined;

function take(found: Session): void {
  session.value = found;
  isOver = false;
  saysSessionOver.value = false;
  asked = Promise.resolve(found);
  locale.value = found.language;
}

/** A tab tells the others whom it found. Older pages take whatever comes on `tabs` for a sign-out. */
const entries = new BroadcastChannel('venue-booking-entered');
entries.addEventListener('message', ({ data: found }: MessageEvent<Session>) => {
  if (!session.value) return;
  const isSame = found.role === session.value.role && found.email === session.value.email;
  if (!isSame) void forgetSession();
  else if (isOver) take(found);
});

/** Takes a session over, as a sign-in answers it. */
export function enter(found: Session): void {
  take(found);
  entries.postMessage(found);
}

/** The session of this browser, asked for once. @throws ApiError when the server can't be reached */
export function findSession(): Promise<Session | null> {
  asked ??= api.get<Session>('/session').then(
    (found) => {
      enter(found);
      return found;
    },
    (error: unknown) => {
      asked = undefined;
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      session.value = null;
      return null;
    },
  );
  return asked;
}

/** Asks anew what the person may do, after they have changed it themselves. */
export async function reloadSession(): Promise<void> {
  asked = undefined;
  await findSession();
}

type Leaving = () => void | Promise<void>;
const leaving: Leaving[] = [];
/** Says what to wipe from this device when the session is over, whoever ended it. */
export const whenLeaving = (act: Leaving): void => void leaving.push(act);

/** Forgets the session here, and what the device kept for it. */
export async function forgetSession(): Promise<void> {
  session.value = null;
  isOver = false;
  saysSessionOver.value = false;
  await wipe();
}

async function wipe(): Promise<void> {
  asked = undefined;
  await Promise.allSettled(leaving.map(async (act) => act()));
}

whenSessionEnds(({ reading }) => {
  if (!session.value || !hasTyped()) return void forgetSession();
  // Who has closed it is told again once they save something, not by what the page reads by itself.
  if (isOver && reading) return;
  isOver = true;
  saysSessionOver.value = true;
  void wipe();
});

/** Tabs of one browser have one session: what one of them signs out is shown in none. */
const tabs = new BroadcastChannel('venue-booking-session');
tabs.addEventListener('message', () => void forgetSession());
// Brought back as it was, by the browser's button, however long ago that is.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && session.value) void reloadSession().catch(() => {});
});

const closing = new Set<Leaving>();
/**
 * Says what to do while the session can still be used, before a sign-out; it may throw an ApiError, and then
 * nobody is signed out.
 * @returns takes it back
 */
export function whenSigningOut(act: Leaving): () => void {
  closing.add(act);
  return () => void closing.delete(act);
}

/** Signs out: this browser, or all of the person's. @throws ApiError */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  await Promise.all([...closing].map(async (act) => act()));
  await api.delete(everywhere ? '/sessions' : '/session');
  tabs.postMessage('signed out');
  await forgetSession();
}

/**
 * Leaves a venue, also one that was left already: the answer may have been lost. The session is over where it
 * was the only one. @throws ApiError
 */
export async function leaveVenue(slug: string): Promise<void> {
  await Promise.all([...closing].map(async (act) => act()));
  await api.delete(`/session/venues/${slug}`).catch((error) => {
    if (!(error instanceof ApiError && error.code === 'venue_not_found')) throw error;
  });
  await reloadSession();
  if (!session.value) await forgetSession();
}

/** What the person may do at a venue: the operator all that an owner may. Null at a venue of others. */
export function roleAt(slug: string): 'owner' | 'desk' | null {
  if (session.value?.role === 'operator') return 'owner';
  return session.value?.venues.find((venue) => venue.slug === slug)?.role ?? null;
}

/** Keeps the language with the session. */
export async function chooseLanguage(language: Locale): Promise<void> {
  locale.value = language;
  if (session.value) session.value = { ...session.value, language };
  await api.patch('/session', { language }).catch(() => {});
}
