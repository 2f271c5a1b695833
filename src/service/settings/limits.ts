import { z } from 'zod'
import { dollars } from './kinds.ts'

/** What one client may take. */
export const LIMITS = {
  POW_CHALLENGES_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(1200)
    .describe('Proof-of-work challenges that one client may ask for in a minute.'),
  REFUSALS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(600)
    .describe(
      'Refused payments, and likewise unreadable requests, of one client in a minute; past it, what fails is answered 429. A payment that is good is taken all the same.',
    ),
  QUOTES_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(60_000)
    .describe(
      'What one client may ask of a process in a minute without paying, by all protocols together, counted in unpaid quotes. A message of MCP or A2A and a refused call count as 20, and 40 bytes of a body as one; what was paid for counts as nothing.',
    ),
  FAILED_CALLS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(60)
    .describe(
      'Calls of one payer in a minute that began and ended unpaid, because the caller hung up, sent what no tool can use, or did not pay in the end.',
    ),
  LOSS_PAYER_USD: dollars('5').describe(
    'The most that calls of one payer may cost at providers in a day without being paid, with those under way whose payment may still fail. Past it, calls that cost something are answered 429.',
  ),
  LOSS_CLIENT_USD: dollars('10').describe('`LOSS_PAYER_USD` for one client address.'),
  LOSS_BLOCK_USD: dollars('15').describe(
    '`LOSS_PAYER_USD` for a block of client addresses: a /24 of IPv4, a /48 of IPv6.',
  ),
  LOSS_HOUR_USD: dollars('20').describe('`LOSS_PAYER_USD` for all callers in an hour.'),
  LOSS_DAY_USD: dollars('50').describe('`LOSS_PAYER_USD` for all callers in a day.'),
  CONNECTOR_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(20)
    .describe('Free calls of one address through the MCP connector in a minute.'),
  CONNECTOR_PER_HOUR: z.coerce
    .number()
    .int()
    .positive()
    .default(120)
    .describe('Free calls of one address through the MCP connector in an hour.'),
  BODY_BYTES_MAX: z.coerce
    .number()
    .int()
    .positive()
    .default(16 * 1024 * 1024)
    .describe('Largest request body, in bytes.'),
  CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .positive()
    .default(8192)
    .describe(
      'Connections that are served at the same time; 512 more are answered 503, and all beyond are closed.',
    ),
  REPORTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(120)
    .describe(
      'Requests of one client to `/api/stats` and `/api/reliability` together in a minute.',
    ),
}
