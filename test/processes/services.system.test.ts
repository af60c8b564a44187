import { describeBehaviour } from '../behaviour/all.ts';
import { asServices } from './behaviourWays.ts';

// Set by `npm run proto:release`.
const records = process.env.RECORD_REPLIES === '1';
const [way, start] = asServices;

if (records) {
  const startRecorded = async () => {
    const { recordReplies } = await import('../replies/record.ts');
    return recordReplies(await start());
  };
  describeBehaviour(way, startRecorded, 'everywhere', 'asServices', 'ofGuests', 'ofVenues');
} else describeBehaviour(way, start, 'everywhere');
