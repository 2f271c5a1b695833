import { z } from 'zod'
import { line } from '../../base/lib/fields.ts'
import { spdxOf } from './_licence.ts'
import { part } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Dependency check',
  tagline: 'Should you install it? Age, licence, holes, dependencies and use of an npm package.',
  asks: [
    'dependency check: should I install this npm package',
    'licence, holes, age and use of an npm dependency at once',
    'may I use this library',
  ],
  input: z.object({
    name: line(214).min(1).describe('Name of the npm package, such as express.'),
    version: line(100).min(1).describe('Exact version, such as 4.19.2.'),
  }),
  steps: [
    { tool: 'npm-package', input: ({ name }) => ({ name }) },
    {
      tool: 'package-metadata',
      input: ({ name, version }) => ({ system: 'npm', name, version }),
    },
    {
      tool: 'package-vulnerabilities',
      input: ({ name, version }) => ({ packages: [{ ecosystem: 'npm', name, version }] }),
    },
    {
      tool: 'license-check',
      after: ['package-metadata'],
      input(_given, results) {
        const expression = spdxOf(part(results['package-metadata'], 'licenses', 0))
        return expression === null ? null : { expression }
      },
    },
    {
      tool: 'package-downloads',
      input: ({ name }) => ({ packages: [{ system: 'npm', name }] }),
    },
  ],
  examples: [{ input: { name: 'express', version: '4.19.2' }, at: '2026-01-21T00:00:00Z' }],
})
