import { ref, watchEffect } from 'vue';
import { locale } from '../../locale.ts';

const KEY = 'venue-booking-device';
const LONGEST = 40;

const PHONE = { en: 'Phone', nl: 'Telefoon' };
const kindOf = (agent: string) => {
  if (/iPad|Tablet/i.test(agent)) return 'Tablet';
  return /iPhone|Android|Mobile/i.test(agent) ? PHONE[locale.value] : 'Computer';
};
/** Such as `Phone 4F`: told apart at one door, and short enough to be called out. */
const made = () => {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return `${kindOf(navigator.userAgent)} ${byte.toString(16).padStart(2, '0').toUpperCase()}`;
};

/** What this device is called at the venue, as others read it of a ticket that was used here. */
export const deviceName = ref(localStorage.getItem(KEY) ?? made());
watchEffect(() => localStorage.setItem(KEY, deviceName.value));

/** Names the device; an empty name leaves it as it was. */
export const nameDevice = (name: string): void => {
  deviceName.value =
    name
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, LONGEST) || deviceName.value;
};
