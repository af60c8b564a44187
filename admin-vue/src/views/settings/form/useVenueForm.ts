import type { Venue, VenuePatch } from '@venue-booking/proto/venue/venue';
import type { ZoneChangeChoice } from '@venue-booking/proto/venue/zoneChange';
import { type ComputedRef, computed, type Ref, ref } from 'vue';
import { type ApiError, api, ofVenue } from '../../../api/client.ts';
import { useSend } from '../../../api/useSend.ts';
import { useTexts } from '../../../locale.ts';
import { useUnsaved } from '../../../unsaved.ts';
import { saveWithNotice } from './saveWithNotice.ts';

type Key = keyof VenuePatch & keyof Venue;

/** The values in the form; null settings are empty strings. */
export type Draft<K extends Key> = {
  [P in K]: Venue[P] extends string[] ? Venue[P] : NonNullable<Venue[P]> | '';
};

/** A form for some venue settings, which saves only the changed ones. */
export type VenueForm<K extends Key = Key> = {
  draft: Ref<Draft<K>>;
  isChanged: ComputedRef<boolean>;
  busy: Readonly<Ref<boolean>>;
  /** Failures by setting. */
  failures: ComputedRef<Record<string, string>>;
  error: Readonly<Ref<ApiError | undefined>>;
  /** The failure that lists the affected bookings; empty if there are none. */
  affected: ComputedRef<string>;
  /** How these bookings follow a change of the time zone; null for other changes. */
  zoneChoice: Ref<ZoneChangeChoice | null>;
  /** True while the dialog about affected bookings is open. */
  isConfirming: Ref<boolean>;
  save: () => Promise<boolean>;
  /**
   * Saves despite affected bookings, which follow by `zoneChoice`.
   * @throws ApiError
   */
  force: () => Promise<void>;
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * @param props.venue the loaded venue
 * @param emit called with the saved venue
 */
export function useVenueForm<K extends Key>(
  props: Readonly<{ slug: string; venue: Venue }>,
  emit: (event: 'saved', venue: Venue) => void,
  keys: readonly K[],
): VenueForm<K> {
  const t = useTexts('settings');
  const { busy, error, run } = useSend();
  const isConfirming = ref(false);
  const read = (of: Venue) =>
    Object.fromEntries(keys.map((key) => [key, JSON.parse(JSON.stringify(of[key] ?? ''))])) as Draft<K>;
  const draft = ref(read(props.venue)) as Ref<Draft<K>>;

  const changes = computed(() => {
    const before = read(props.venue);
    const changed = keys.filter((key) => !same(draft.value[key], before[key]));
    return Object.fromEntries(changed.map((key) => [key, draft.value[key] === '' ? null : draft.value[key]]));
  });
  const isChanged = computed(() => Object.keys(changes.value).length > 0);
  useUnsaved(() => isChanged.value);
  const failures = computed(() => error.value?.failures ?? {});
  const isZone = computed(() => error.value?.code === 'zone_meets_bookings');
  const zoneChoice = ref<ZoneChangeChoice | null>(null);
  const affected = computed(() =>
    isZone.value || error.value?.code === 'bookings_met' ? (error.value?.message ?? '') : '',
  );

  async function send(more: object = {}) {
    const sent: Draft<K> = JSON.parse(JSON.stringify(draft.value));
    const body = { ...changes.value, ...more };
    const path = ofVenue(props.slug);
    const saved = await saveWithNotice(
      api.patch<Venue>(path, body),
      () => api.get<Venue>(path),
      t.value.saved,
    );
    // Keep what was typed or uploaded meanwhile.
    const edited = keys.filter((key) => !same(draft.value[key], sent[key]));
    draft.value = { ...read(saved), ...Object.fromEntries(edited.map((key) => [key, draft.value[key]])) };
    emit('saved', saved);
  }

  return {
    draft,
    isChanged,
    busy,
    failures,
    error,
    affected,
    zoneChoice,
    isConfirming,
    async save() {
      const done = await run(() => send());
      zoneChoice.value = isZone.value ? { keep: 'clock', notify: false } : null;
      if (affected.value) isConfirming.value = true;
      return done;
    },
    force: () => send(zoneChoice.value ?? { force: true }),
  };
}
