import type { AdminBookingDetail } from '@venue-booking/proto/booking/adminBooking';
import type { PaymentLink } from '@venue-booking/proto/payment/payment';
import { computed, ref } from 'vue';
import { api } from '../../api/client.ts';
import type { useSend } from '../../api/useSend.ts';
import type { MenuAction } from '../../components/ActionMenu.vue';
import { useTexts } from '../../locale.ts';
import { showToast } from '../../toasts.ts';

/** The menu's actions for the link at which the guest pays the open amount; none if nothing is open. */
export function usePaymentLink(
  of: { booking: AdminBookingDetail; path: string },
  { run }: Pick<ReturnType<typeof useSend>, 'run'>,
) {
  const t = useTexts('bookings');
  /** The link, if it could not be copied. */
  const shown = ref('');
  const create = (mail: boolean) => api.post<PaymentLink>(`${of.path}/payment-link`, { mail });

  const send = () =>
    run(async () => {
      await create(true);
      showToast(t.value.paymentLinkSent);
    });
  const copy = () =>
    run(async () => {
      const { url } = await create(false);
      try {
        await navigator.clipboard.writeText(url);
        showToast(t.value.paymentLinkCopied);
      } catch {
        // The clipboard needs permission and a secure context.
        shown.value = url;
      }
    });
  const actions = computed<MenuAction[]>(() => {
    const { open_eur = 0, customer_email } = of.booking;
    if (open_eur === 0) return [];
    const sending = { text: t.value.sendPaymentLink, act: () => void send() };
    return [...(customer_email ? [sending] : []), { text: t.value.copyPaymentLink, act: () => void copy() }];
  });
  return { actions, shown };
}
