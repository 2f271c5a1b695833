import { isText } from '../../../../base/lib/bytes.ts'
import { wholeOrText } from '../../../../engines/formats/exact-number.ts'

/** Fields of a message in wire format, of which only the numbers are known. */
export interface Field {
  readonly number: number
  readonly wireType: 'varint' | 'i64' | 'len' | 'group' | 'i32'
  readonly value: unknown
  readonly guesses: Readonly<Record<string, unknown>>
  readonly fields?: readonly Field[]
}

export interface Flaw {
  readonly message: string
  readonly at: number
}

const DEPTH_MAX = 32
const FIELDS_MAX = 50_000
const PACKED_SHOWN = 1_000

/** The fields of a whole message, or the reason why it is not one. */
export function readMessage(bytes: Uint8Array): readonly Field[] | Flaw {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = FIELDS_MAX
  const read = message(0, bytes.length, 0, null)
  return 'fields' in read ? read.fields : read

  function message(
    start: number,
    end: number,
    depth: number,
    group: number | null,
  ): { fields: Field[]; end: number } | Flaw {
    const fields: Field[] = []
    let at = start
    while (at < end) {
      const key = varint(at, end)
      if ('message' in key) return key
      const number = Number(key.value >> 3n)
      const wire = Number(key.value & 7n)
      if (number === 0 || number > 536_870_911 || key.value > 0xffffffffn)
        return { message: `field number ${number} is out of range`, at }
      if (wire === 4) {
        if (group !== number) return { message: 'a group ends that was never opened', at }
        return { fields, end: key.end }
      }
      left -= 1
      if (left < 0) return { message: `there are more than ${FIELDS_MAX} fields`, at }
      const field = fieldAt(number, wire, { at: key.end, end, depth })
      if ('message' in field) return field
      fields.push(field.field)
      at = field.end
    }
    return group === null ? { fields, end: at } : { message: 'a group is never closed', at }
  }

  function fieldAt(
    number: number,
    wire: number,
    { at, end, depth }: { at: number; end: number; depth: number },
  ): { field: Field; end: number } | Flaw {
    if (wire === 0) {
      const whole = varint(at, end)
      return 'message' in whole
        ? whole
        : { field: varintField(number, whole.value), end: whole.end }
    }
    if (wire === 1 || wire === 5) {
      const size = wire === 1 ? 8 : 4
      if (at + size > end) return { message: 'the message ends inside a number', at }
      return { field: fixedField(number, view, at, size), end: at + size }
    }
    if (wire === 2) {
      const size = varint(at, end)
      if ('message' in size) return size
      if (size.value > BigInt(end - size.end))
        return { message: 'a length exceeds the message', at }
      const stop = size.end + Number(size.value)
      return { field: lengthField(number, size.end, stop, depth), end: stop }
    }
    if (wire === 3) {
      if (depth >= DEPTH_MAX)
        return { message: `groups are nested deeper than ${DEPTH_MAX} levels`, at }
      const inner = message(at, end, depth + 1, number)
      if ('message' in inner) return inner
      const { fields } = inner
      return {
        field: { number, wireType: 'group', value: null, guesses: {}, fields },
        end: inner.end,
      }
    }
    return { message: `wire type ${wire} does not exist`, at }
  }

  function varint(start: number, end: number): { value: bigint; end: number } | Flaw {
    let value = 0n
    for (let at = start; at < end && at < start + 10; at += 1) {
      const byte = bytes[at] ?? 0
      value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start))
      if (byte < 0x80) return { value: BigInt.asUintN(64, value), end: at + 1 }
    }
    return { message: 'a number never ends', at: start }
  }

  function lengthField(number: number, start: number, end: number, depth: number): Field {
    const content = bytes.subarray(start, end)
    const before = left
    const inner =
      content.length > 0 && depth < DEPTH_MAX ? message(start, end, depth + 1, null) : null
    const fields = inner && 'fields' in inner ? inner.fields : undefined
    if (!fields) left = before
    const text = isText(content) ? Buffer.from(content).toString('utf8') : undefined
    const base64 = Buffer.from(content).toString('base64')
    const packed = packedVarints(start, end)
    return {
      number,
      wireType: 'len',
      value: text ?? base64,
      guesses: {
        ...(text !== undefined && { string: text }),
        ...(fields && { message: true }),
        bytes: base64,
        ...(packed && { packedVarints: packed }),
      },
      ...(fields && { fields }),
    }
  }

  function packedVarints(start: number, end: number): readonly (number | string)[] | undefined {
    const numbers: (number | string)[] = []
    for (let at = start; at < end;) {
      const next = varint(at, end)
      if ('message' in next || numbers.length >= PACKED_SHOWN) return undefined
      numbers.push(wholeOrText(next.value))
      at = next.end
    }
    return numbers.length > 0 ? numbers : undefined
  }
}

function varintField(number: number, value: bigint): Field {
  const zigzag = (value >> 1n) ^ -(value & 1n)
  return {
    number,
    wireType: 'varint',
    value: wholeOrText(value),
    guesses: {
      uint64: wholeOrText(value),
      int64: wholeOrText(BigInt.asIntN(64, value)),
      sint64: wholeOrText(zigzag),
      ...(value < 2n && { bool: value === 1n }),
    },
  }
}

function fixedField(number: number, view: DataView, at: number, size: 4 | 8): Field {
  const unsigned = size === 8 ? view.getBigUint64(at, true) : BigInt(view.getUint32(at, true))
  const signed = BigInt.asIntN(size * 8, unsigned)
  const float = size === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true)
  const shown = Number.isFinite(float) ? float : String(float)
  return {
    number,
    wireType: size === 8 ? 'i64' : 'i32',
    value: wholeOrText(unsigned),
    guesses:
      size === 8
        ? { fixed64: wholeOrText(unsigned), sfixed64: wholeOrText(signed), double: shown }
        : { fixed32: wholeOrText(unsigned), sfixed32: wholeOrText(signed), float: shown },
  }
}
