import type { AbiEvent, Hex } from 'viem'
import { codec, known, type AbiItem } from './codec.ts'
import { argumentsOf, typeText, type DecodedArgument } from './values.ts'

export interface RawLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

export interface DecodedLog {
  readonly name: string
  readonly signature: string
  readonly args: readonly DecodedArgument[]
}

/** Decodes an event by these items, then by the known signatures; null if none fits. */
export async function decodeLog(
  log: RawLog,
  abi: readonly AbiItem[] = [],
): Promise<DecodedLog | null> {
  const { toEventSelector } = await codec()
  const [topic] = log.topics
  if (topic === undefined) return null
  const given = abi.filter((item): item is AbiEvent => item.type === 'event')
  const own = (await known()).events.get(topic.toLowerCase()) ?? []
  for (const item of [...given.filter((one) => toEventSelector(one) === topic), ...own]) {
    const read = await readBy(item, log)
    if (read) return read
  }
  return null
}

async function readBy(item: AbiEvent, { topics, data }: RawLog): Promise<DecodedLog | null> {
  const { decodeAbiParameters } = await codec()
  const indexed = item.inputs.filter((input) => input.indexed)
  const plain = item.inputs.filter((input) => !input.indexed)
  if (topics.length !== indexed.length + 1) return null
  try {
    const inData = plain.length === 0 ? [] : decodeAbiParameters(plain, data as Hex)
    if (plain.length === 0 && data !== '0x') return null
    let fromTopics = 0
    let fromData = 0
    const args = item.inputs.map((input) => {
      if (!input.indexed) return argumentsOf([input], [inData[fromData++]])[0]!
      const topic = topics[++fromTopics] as Hex
      // For text, bytes, arrays and tuples, the topic is only a hash.
      const isHashed = /^(string|bytes|tuple.*|.*\[\d*\])$/.test(input.type)
      const name = input.name ?? ''
      if (isHashed) return { name, type: typeText(input), value: topic }
      return argumentsOf([input], decodeAbiParameters([input], topic))[0]!
    })
    return {
      name: item.name,
      signature: `${item.name}(${item.inputs.map(typeText).join(',')})`,
      args,
    }
  } catch {
    return null
  }
}
