import { VenueBooking, type VenueBookingProps } from '@venue-booking/react';
import type { GetServerSideProps } from 'next';
import { useState } from 'react';
import { settingsOf } from '../settings';

type Props = Pick<VenueBookingProps, 'tenant' | 'api'>;

export const getServerSideProps: GetServerSideProps<Props> = async ({ query }) => {
  const { tenant, api } = settingsOf(query);
  return { props: { tenant, api } };
};

export default function Page(venue: Props) {
  const [variant, setVariant] = useState<VenueBookingProps['variant']>('strip');
  const [told, setTold] = useState('Nothing yet');
  return (
    <main>
      <h1>Warm up by the water</h1>
      <VenueBooking
        {...venue}
        variant={variant}
        locale="en"
        onReady={({ facilities }) => setTold(`Ready: ${facilities.map(({ name }) => name).join(', ')}`)}
        onStep={({ step }) => setTold(`Step: ${step}, with the ${variant}`)}
      />
      <h2>Before you come</h2>
      <p>Towels are ready for you. Children are welcome until noon.</p>
      <p id="told">{told}</p>
      <button type="button" onClick={() => setVariant('calendar')}>
        By month
      </button>
    </main>
  );
}
