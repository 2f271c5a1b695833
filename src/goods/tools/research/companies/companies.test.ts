import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import type { ToolSpec } from '../../../../base/core/tool.ts'
import contactFind from './contact-find.ts'
import emailVerify from './email-verify.ts'
import orgEnrich from './org-enrich.ts'
import peopleSearch from './people-search.ts'
import similarCompanies from './similar-companies.ts'

describe('bad input is refused', () => {
  test.each<readonly [string, ToolSpec, Record<string, unknown>]>([
    ['bad_input', contactFind, { domain: 'stripe' }],
    ['bad_input', contactFind, { domain: 'stripe.com', firstName: 'Ada' }],
    ['bad_input', contactFind, { domain: 'wrong.example' }],
    [
      'bad_input',
      contactFind,
      { domain: 'stripe.com', firstName: 'A', lastName: 'B', department: 'it' },
    ],
    ['provider_refused', emailVerify, { email: 'claimed@example.com' }],
    ['not_found', orgEnrich, { domain: 'unknown.example' }],
    ['bad_input', peopleSearch, { domains: [] }],
    ['bad_input', peopleSearch, { page: 2 }],
    ['bad_input', similarCompanies, {}],
    ['bad_input', similarCompanies, { url: 'https://unknown.example' }],
  ])('%s: %#', async (code, spec, input) => {
    await expect(runExample(spec, input)).rejects.toMatchObject({ code })
  })
})

test.each<readonly [ToolSpec, Record<string, unknown>, Record<string, unknown>]>([
  [contactFind, { domain: 'quiet.example' }, { pattern: null, emails: [], count: 0 }],
  [contactFind, { domain: 'stripe.com', firstName: 'No', lastName: 'Body' }, { count: 0 }],
  [
    contactFind,
    { domain: 'Stripe.com', firstName: 'Patrick', lastName: 'Example' },
    { emails: [{ email: 'patrick@stripe.com', confidence: 97, verified: 'valid' }] },
  ],
  [peopleSearch, { domains: ['quiet.example'] }, { people: [], total: 0 }],
  [peopleSearch, { titles: ['head of partnerships'] }, { page: 1 }],
  [similarCompanies, { description: 'zzzz' }, { companies: [], count: 0 }],
])('an example is answered: %#', async (spec, input, answer) => {
  expect(await runExample(spec, input)).toMatchObject(answer)
})
