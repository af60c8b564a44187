// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of source files
import type { Mutation } from '../mutations/mutation.ts';

/** Rules of mails about visits. The simulated year fails without any one of them. */
export const mutations: readonly Mutation[] = [
  {
    rule: 'a mail that waited is not sent after a move',
    file: 'services/booking/mail/send/prepareMail.ts',
    text: 'if (isVisitMail(mail.kind) && isMoved)',
    by: 'if (false as boolean)',
  },
  {
    rule: 'a mail that waited is not sent at night',
    file: 'services/booking/mail/send/prepareMail.ts',
    text: 'if (isVisitMail(kind) && morning > Date.now())',
    by: 'if (false as boolean)',
  },
  {
    rule: 'a reminder that waited is not sent after a cancellation',
    file: 'services/booking/mail/send/prepareMail.ts',
    text: 'if (!isCurrent(mail.kind, row.status))',
    by: 'if (false as boolean)',
  },
  {
    rule: 'an erased guest gets no mail',
    file: 'services/booking/mail/send/prepareMail.ts',
    text: "if (!row || row.erasedAt !== null || row.customerEmail === '') return",
    by: 'if (!row) return',
  },
  {
    rule: 'no reminder is sent after the visit began',
    file: 'services/booking/mail/send/prepareMail.ts',
    text: "mail.kind === 'reminder' ? row.startsAt : row.endsAt",
    by: 'row.endsAt',
  },
  {
    rule: 'nobody gets a follow-up after a no-show',
    file: 'services/booking/mail/texts/mailKind.ts',
    text: "follow_up: ['confirmed', 'checked_in']",
    by: "follow_up: ['confirmed', 'checked_in', 'no_show']",
  },
  {
    rule: 'no mail is planned at night',
    file: 'domain/booking/visitMail.ts',
    text: 'if (minutes >= NIGHT_UNTIL && minutes < NIGHT_FROM) return instant;',
    by: 'if (minutes >= 0) return instant;',
  },
  {
    rule: 'a booking within the lead time gets no reminder',
    file: 'domain/booking/visitMail.ts',
    text: 'agreedAt <= startsAt - reminderHours * HOUR_MS &&\n    agreedAt < reminderAt(visit)',
    by: 'true',
  },
  {
    rule: 'a booking within the lead time gets no reminder at the end of the night either',
    file: 'domain/booking/visitMail.ts',
    text: 'agreedAt <= startsAt - reminderHours * HOUR_MS &&',
    by: '',
  },
  {
    rule: 'a booking after the evening of its reminder gets none',
    file: 'domain/booking/visitMail.ts',
    text: 'agreedAt < reminderAt(visit)',
    by: 'true',
  },
  {
    rule: 'a reminder that comes too late in the morning comes the evening before',
    file: 'domain/booking/visitMail.ts',
    text: 'morning <= startsAt - MIN_HOURS_BEFORE * HOUR_MS',
    by: 'morning <= startsAt',
  },
  {
    rule: 'a moved booking gets its mails anew',
    sql: 'DROP TRIGGER booking_visit_mail_follows ON booking.booking',
  },
  {
    rule: 'a move is agreed when it is made',
    sql: `CREATE OR REPLACE FUNCTION booking.visit_mail_follows() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.visit_mail_at := booking.first_visit_mail(NEW.starts_at); RETURN NEW; END $$`,
  },
  {
    rule: 'a moved booking has another mail',
    file: 'services/booking/mail/queue/visitMails.ts',
    text: '${venueId} ${id} ${startsAt.toISOString()}`',
    by: '${venueId} ${id} ${startsAt.getTime() * 0}`',
  },
  {
    rule: 'a booking has one mail of a kind for its start',
    file: 'services/booking/mail/queue/visitMails.ts',
    text: '${venueId} ${id} ${startsAt.toISOString()}`',
    by: '${venueId} ${id} ${Math.random()}`',
  },
  {
    rule: 'a facility has its own hours',
    file: 'services/booking/mail/queue/visitMails.ts',
    text: 'coalesce(f.reminder_hours, v.reminder_hours, 0)',
    by: 'coalesce(v.reminder_hours, 0)',
  },
];
