import fc from 'fast-check'
import { encodeFunctionData, encodeFunctionResult, parseAbi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { aggregateCall, aggregated } from './multicall.ts'

const ABI = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[])',
])

const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const data = fc.uint8Array({ maxLength: 400 }).map(hex)
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hex)

describe('many calls as one', () => {
  test('are written as the general codec writes them', () => {
    const calls = fc.array(fc.record({ to: address, data }), { maxLength: 12 })
    fc.assert(
      fc.property(calls, (made) => {
        const args = made.map(({ to, data: callData }) => {
          return { target: to, allowFailure: true, callData }
        })
        const theirs = encodeFunctionData({ abi: ABI, functionName: 'aggregate3', args: [args] })
        expect(aggregateCall(made)).toBe(theirs)
      }),
    )
  })

  test('are read as the general codec writes their answers', () => {
    const results = fc.array(fc.record({ success: fc.boolean(), returnData: data }))
    fc.assert(
      fc.property(results, (said) => {
        const answer = encodeFunctionResult({
          abi: ABI,
          functionName: 'aggregate3',
          result: said,
        })
        expect(aggregated(answer)).toEqual(
          said.map(({ success, returnData }) => (success ? returnData.slice(2) : null)),
        )
      }),
    )
  })

  test('give no answers on a chain without the contract', () => {
    expect(aggregated('0x')).toBeNull()
    expect(aggregated(`0x${'00'.repeat(31)}20`)).toBeNull()
    expect(aggregated(`0x${'ff'.repeat(32)}`)).toBeNull()
    expect(aggregated(`0x${'00'.repeat(31)}20${'ff'.repeat(32)}`)).toBeNull()
  })
})
