import { z } from 'zod'
import { line } from '../../../lib/fields.ts'

export const repository = () =>
  line(140)
    .transform((text) => text.replace(/^(https?:\/\/)?(www\.)?github\.com\//i, ''))
    .transform((text) => text.replace(/(\.git)?\/?$/, ''))
    .refine((text) => /^[\w-]{1,39}\/(?!\.{1,2}$)[\w.-]{1,100}$/.test(text), {
      error: 'must be owner/name, such as nodejs/node',
    })
    .describe('Owner and name of the repository, such as nodejs/node.')

/** A licence file that GitHub does not recognise reads NOASSERTION. */
export const licenseText = () =>
  z.string().nullable().describe('SPDX id; NOASSERTION where its licence is not recognised.')
