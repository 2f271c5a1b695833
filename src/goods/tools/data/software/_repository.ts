import { z } from 'zod'
import { line } from '../../../../base/lib/fields.ts'

export const repository = () =>
  line(140)
    .transform((text) => text.replace(/^(https?:\/\/)?(www\.)?github\.com\//i, ''))
    .transform((text) => text.replace(/(\.git)?\/?$/, ''))
    .refine((text) => /^[\w-]{1,39}\/(?!\.{1,2}$)[\w.-]{1,100}$/.test(text), {
      error: 'must be owner/name, such as nodejs/node',
    })
    .describe('Repository as owner/name, such as nodejs/node.')

/** GitHub answers NOASSERTION for a licence file that it does not recognise. */
export const licenseText = () =>
  z.string().nullable().describe('SPDX id; NOASSERTION if the licence is not recognised.')
