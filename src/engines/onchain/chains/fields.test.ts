import { expect, test } from 'vitest'
import type { z } from 'zod'
import { evmAddress, evmNetwork, networkField } from './fields.ts'

const ADDRESS = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ZERO = `0x${'0'.repeat(40)}`
const problemOf = (field: z.ZodType, text: unknown): string | undefined =>
  field.safeParse(text).error?.issues[0]?.message

test('an address with or without checksum is returned with checksum', () => {
  for (const text of [ADDRESS, ` ${ADDRESS.toLowerCase()} `, `0x${ADDRESS.slice(2).toUpperCase()}`])
    expect(evmAddress().parse(text)).toBe(ADDRESS)
})

test.each([
  [ADDRESS.replace('fCD', 'FCD'), /wrong checksum/],
  [ADDRESS.slice(0, -1), /must be an EVM address/],
  [`${ADDRESS}0`, /42/],
  ['vitalik.eth', /must be an EVM address/],
  [ZERO, /zero address/],
])('%s is refused', (text, problem) => {
  expect(problemOf(evmAddress(), text)).toMatch(problem)
})

test('the zero address is accepted only if the field allows it', () => {
  expect(evmAddress({ zero: true }).parse(ZERO)).toBe(ZERO)
  expect(problemOf(evmAddress({ zero: true }), 'none')).toMatch(/must be an EVM address/)
})

test('all spellings of a network are accepted, and other words are refused', () => {
  for (const text of ['base', ' Base ', '8453', 'eip155:8453', undefined]) {
    expect(networkField('base').parse(text)).toBe('base')
    expect(evmNetwork().parse(text)).toMatchObject({ slug: 'base', chainId: 8453 })
  }
  expect(evmNetwork('ethereum').parse(undefined)).toMatchObject({ chainId: 1 })
  for (const field of [networkField('base'), evmNetwork()])
    for (const text of ['moon', 'solana', '', '0x2105', 8453])
      expect(problemOf(field, text), String(text)).toBeDefined()
  expect(problemOf(networkField('base'), 'moon')).toMatch(/^must be an EVM network.*base.*ethereum/)
})
