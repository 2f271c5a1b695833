import { z } from 'zod'

/** What every answer from a live source says of itself; spread into the `output` of its tool. */
export const live = {
  source: z.string().describe('Who provides the data.'),
  asOf: z.iso.datetime().describe('When it was fetched.'),
}

/** The same as a value. */
export interface Stamp {
  readonly source: string
  readonly asOf: string
}
