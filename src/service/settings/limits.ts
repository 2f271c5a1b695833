import { z } from 'zod'

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
    .describe('Unpaid calls that one client may make in a minute.'),
  FAILED_CALLS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(60)
    .describe(
      'Calls of one payer in a minute that were begun and came to nothing, because the caller hung up, sent what no tool can use, or did not pay in the end.',
    ),
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
      'Connections that are served at the same time; some hundred more are told so, the rest are closed.',
    ),
  REPORTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(120)
    .describe('Requests of one client to those two in a minute.'),
}
