import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { KB, line, text } from '../../../../base/lib/fields.ts'
import { familyOf, OBLIGATIONS, recognised, type LicenceFamily } from './_licences.ts'

/** What a policy allows, in addition to what it names. */
const POLICIES: Readonly<Record<string, readonly LicenceFamily[]>> = {
  permissive: ['public-domain', 'permissive'],
  'weak-copyleft': ['public-domain', 'permissive', 'weak-copyleft'],
}
const BRACKETS_MAX = 50

export default defineTool({
  route: 'POST /api/license-check',
  name: 'Licence check',
  description:
    'Parse an SPDX licence expression, judge it by a policy (permissive, weak copyleft, any OSI), ' +
    'list its obligations, and recognise the text of a licence.',
  asks: [
    'is a licence expression such as MIT OR GPL-3.0-only permissive',
    'which open source licence is this text',
    'may I use GPL code in my product',
    'is the licence permissive',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    expression: line(1_000)
      .min(1)
      .describe('SPDX expression such as (MIT OR Apache-2.0) AND BSD-3-Clause.'),
    text: text(200 * KB)
      .optional()
      .describe('Text of a licence file to recognise.'),
    policy: z
      .enum(['permissive', 'weak-copyleft', 'any-osi'])
      .default('permissive')
      .describe(
        'What is allowed: no copyleft, at most file copyleft, or everything that OSI approved.',
      ),
  }),
  output: z.object({
    valid: z.boolean().describe('Whether it is an SPDX expression with licences of the list.'),
    problem: z.string().nullable().describe('Why it is not valid.'),
    licenses: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        osiApproved: z.boolean(),
        family: z.enum([
          'public-domain',
          'permissive',
          'weak-copyleft',
          'strong-copyleft',
          'network-copyleft',
          'restricted',
          'unknown',
        ]),
        deprecated: z.boolean(),
        exception: z.string().nullable(),
      }),
    ),
    allowed: z
      .boolean()
      .describe('Whether one side of each OR, and all sides of each AND, fit the policy.'),
    obligations: z.array(z.string()).describe('Summary of the obligations; not legal advice.'),
    detected: z.string().nullable().describe('Licence of the text; null if none is similar.'),
    confidence: z.number().nullable().describe('Share of words in common, 0 to 1.'),
  }),
  examples: [
    {
      input: { expression: '(MIT OR GPL-3.0-only)' },
      output: {
        valid: true,
        problem: null,
        licenses: [
          {
            id: 'MIT',
            name: 'MIT License',
            osiApproved: true,
            family: 'permissive',
            deprecated: false,
            exception: null,
          },
          {
            id: 'GPL-3.0-only',
            name: 'GNU General Public License v3.0 only',
            osiApproved: true,
            family: 'strong-copyleft',
            deprecated: false,
            exception: null,
          },
        ],
        allowed: true,
        obligations: [
          'MIT: keep the copyright notice and the text of the licence',
          'GPL-3.0-only: give the source of the whole work under the same licence to whoever gets it',
        ],
        detected: null,
        confidence: null,
      },
    },
    { input: { expression: 'Apache-2.0 AND LGPL-2.1-or-later', policy: 'weak-copyleft' } },
  ],

  async run({ expression, text: given, policy }) {
    if (expression.split('(').length > BRACKETS_MAX)
      throw badInput(`expression: must have at most ${BRACKETS_MAX} brackets`)
    const [{ default: parse }, { default: list }] = await Promise.all([
      import('spdx-expression-parse'),
      import('spdx-license-list'),
    ])
    const found = given === undefined ? null : await recognised(given)
    const detected = { detected: found?.id ?? null, confidence: found?.confidence ?? null }
    const tree = treeOf(parse as (text: string) => Tree, expression)
    if (typeof tree === 'string')
      return {
        valid: false,
        problem: tree,
        licenses: [],
        allowed: false,
        obligations: [],
        ...detected,
      }
    const leaves = leavesOf(tree)
    const licenses = [...new Map(leaves.map((leaf) => [leaf.license, leaf])).values()].map(
      (leaf) => {
        const known = Object.hasOwn(list, leaf.license) ? list[leaf.license] : undefined
        return {
          id: leaf.license,
          name: known?.name ?? leaf.license,
          osiApproved: known?.osiApproved ?? false,
          family: familyOf(leaf.license),
          deprecated: known === undefined || DEPRECATED.test(leaf.license),
          exception: leaf.exception ?? null,
        }
      },
    )
    const fits = (leaf: Leaf): boolean => {
      const one = licenses.find(({ id }) => id === leaf.license)
      if (!one) return false
      if (policy === 'any-osi') return one.osiApproved
      return POLICIES[policy]?.includes(one.family) ?? false
    }
    return {
      valid: true,
      problem: null,
      licenses,
      allowed: isAllowed(tree, fits),
      obligations: licenses.map(({ id, family }) => `${id}: ${OBLIGATIONS[family]}`),
      ...detected,
    }
  },
})

/** The ids that SPDX has replaced by -only and -or-later, and some others. */
const DEPRECATED =
  /^(A?GPL|LGPL|GFDL)-\d\.\d\+?$|^GPL-\d\.\d-with-|^(eCos-2\.0|Nunit|StandardML-NJ|wxWindows|BSD-2-Clause-(FreeBSD|NetBSD)|bzip2-1\.0\.5|Net-SNMP)$/

interface Leaf {
  readonly license: string
  readonly plus?: boolean
  readonly exception?: string
}
type Tree = Leaf | { readonly left: Tree; readonly conjunction: 'and' | 'or'; readonly right: Tree }

function treeOf(parse: (text: string) => Tree, expression: string): Tree | string {
  try {
    return parse(expression)
  } catch (thrown) {
    const { message } = thrown as Error
    const unknown = /[A-Za-z][\w.+-]*/g
    const word = [...expression.matchAll(unknown)].find(([one]) => !canParse(parse, one))?.[0]
    return word === undefined || /^(and|or|with)$/i.test(word)
      ? `the expression cannot be read: ${message.slice(0, 120)}`
      : `${excerpt(word)} is not a licence or exception of the SPDX list`
  }
}

function canParse(parse: (text: string) => Tree, word: string): boolean {
  if (/^(AND|OR|WITH)$/.test(word)) return true
  for (const text of [word, `GPL-2.0-only WITH ${word}`])
    try {
      parse(text)
      return true
    } catch {
      continue
    }
  return false
}

const leavesOf = (tree: Tree): readonly Leaf[] =>
  'conjunction' in tree ? [...leavesOf(tree.left), ...leavesOf(tree.right)] : [tree]

function isAllowed(tree: Tree, fits: (leaf: Leaf) => boolean): boolean {
  if (!('conjunction' in tree)) return fits(tree)
  const sides = [tree.left, tree.right]
  return tree.conjunction === 'and'
    ? sides.every((side) => isAllowed(side, fits))
    : sides.some((side) => isAllowed(side, fits))
}
