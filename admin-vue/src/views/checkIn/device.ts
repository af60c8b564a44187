import { ref, watchEffect } from 'vue';
import { texts } from '../../locale.ts';

const KEY = 'venue-booking-device';
const LONGEST = 40;

const kindOf = (agent: string) => {
  if (/iPad|Tablet/i.test(agent)) return 'Tablet';
  return /iPhone|Android|Mobile/i.test(agent) ? texts.value.checkIn.phone : 'Computer';
};
/** A default name such as `Phone 4F`: distinct at one venue, and short enough to call out. */
const made = () => {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return `${kindOf(navigator.userAgent)} ${byte.toString(16).padStart(2, '0').toUpperCase()}`;
};

/** The name of this device, shown to other staff when a ticket was used here. */
export const deviceName = ref(localStorage.getItem(KEY) ?? made());
watchEffect(() => localStorage.setItem(KEY, deviceName.value));

/** Renames the device; an empty name changes nothing. */
export const renameDevice = (name: string): void => {
  deviceName.value =
    name
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, LONGEST) || deviceName.value;
};
