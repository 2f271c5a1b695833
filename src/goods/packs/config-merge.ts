import { z } from 'zod'
import { part } from './_results.ts'
import { definePack } from './_runtime.ts'
import { KB, text } from '../../base/lib/fields.ts'

const YAML_BYTES_MAX = 256 * KB

export default definePack({
  title: 'Configuration merge',
  tagline: 'An override laid over a base in YAML, its effect listed and the result written back.',
  asks: [
    'lay an override over a base in YAML',
    'base and override in YAML: the effect and the result',
  ],
  input: z.object({
    baseYaml: text(YAML_BYTES_MAX).describe('The configuration as YAML, up to 256 KB.'),
    overrideYaml: text(YAML_BYTES_MAX).describe('What is to win over it, as YAML, up to 256 KB.'),
  }),
  steps: [
    { tool: 'yaml-to-json', label: 'base', input: ({ baseYaml }) => ({ yaml: baseYaml }) },
    { tool: 'yaml-to-json', label: 'over', input: ({ overrideYaml }) => ({ yaml: overrideYaml }) },
    {
      tool: 'json-merge',
      after: ['base', 'over'],
      input(_given, { base, over }) {
        const values = [layerOf(base), layerOf(over)]
        return values.includes(undefined) ? null : { values }
      },
    },
    {
      tool: 'json-diff',
      after: ['base', 'json-merge'],
      input(_given, { base, 'json-merge': merged }) {
        const after = part(merged, 'data')
        return after === undefined ? null : { a: layerOf(base), b: after }
      },
    },
    {
      tool: 'json-to-yaml',
      after: ['json-merge'],
      input(_given, { 'json-merge': merged }) {
        const data = part(merged, 'data')
        return data === undefined ? null : { data }
      },
    },
  ],
  examples: [
    {
      input: {
        baseYaml: 'port: 80\nlog:\n  level: info\n  file: app.log\n',
        overrideYaml: 'log:\n  level: debug\n',
      },
    },
  ],
})

/** A file without a value, such as one with only comments, changes nothing. */
const layerOf = (read: unknown): unknown => {
  const data = part(read, 'data')
  return data === null ? {} : data
}
