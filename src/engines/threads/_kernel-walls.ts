import { accessSync, constants, readFileSync } from 'node:fs'
import { KB } from '../../base/lib/fields.ts'
import { CALLS, FIRST_UNKNOWN, FORBIDDEN, FORBIDDEN_ON_X64 } from './_system-calls.ts'

/**
 * Walls of the kernel around a process, which nothing inside can take down. Node can build none of
 * them, and brings no native code for it, so Perl does, which every Debian has: it makes the
 * system calls and then becomes the program.
 */
const PERL = '/usr/bin/perl'

/** Its exit code where a wall cannot be built. */
export const NO_WALL = 78

/** Numbers of the kernel for `prlimit64`. */
const LIMIT = { cpu: 0, fileSize: 1, data: 2, core: 4, openFiles: 7, addresses: 9 }

const calls = CALLS[process.arch as keyof typeof CALLS] as (typeof CALLS)['x64'] | undefined

/** Why this platform has no such walls; null where it has them. */
export function whyNoWalls(): string | null {
  if (process.platform !== 'linux') return 'only Linux has the walls that it needs'
  if (!calls) return `no walls are known for the architecture ${process.arch}`
  try {
    accessSync(PERL, constants.X_OK)
    return null
  } catch {
    return `${PERL} is missing, which builds the walls that it needs`
  }
}

/** Perl that sets limits of a process by its id; 0 is the process that runs it. */
const LIMITS = `
use strict;
sub must { my ($answer) = @_; exit ${NO_WALL} if $answer != 0 }
sub limit {
  my ($prlimit, $pid, $limits) = @_;
  for my $limit (split /,/, $limits) {
    my ($kind, $most) = split /:/, $limit;
    my $pair = pack('QQ', $most, $most);
    must(syscall($prlimit + 0, $pid + 0, $kind + 0, $pair, 0));
  }
}`

/**
 * Ends with the thread that started it, keeps no file of it, writes none, gains no rights, and
 * makes no forbidden call.
 */
const BUILD = `${LIMITS}
my ($prctl, $seccomp, $prlimit, $closeRange, $limits, $filter, $parent, @command) = @ARGV;
must(syscall($closeRange + 0, 3, 0xffffffff, 0));
must(syscall($prctl + 0, 1, 9, 0, 0, 0));
exit ${NO_WALL} if getppid() != $parent;
limit($prlimit, 0, $limits);
my $program = pack('H*', $filter);
my $handed = pack('S x6 P', length($program) / 8, $program);
must(syscall($prctl + 0, 38, 1, 0, 0, 0));
must(syscall($seccomp + 0, 1, 0, $handed));
exec { $command[0] } @command;
exit ${NO_WALL};
`

/** The command that builds the walls and then becomes the given one. */
export function behindWalls(command: readonly string[], cpuSeconds: number): readonly string[] {
  const { prctl, seccomp, prlimit64, close_range: closeRange } = known()
  const limits = [
    [LIMIT.cpu, cpuSeconds],
    [LIMIT.fileSize, 0],
    [LIMIT.core, 0],
  ]
  const numbers = [prctl, seccomp, prlimit64, closeRange].map((number) => `${number}`)
  const said = limits.map((pair) => pair.join(':')).join(',')
  return [PERL, '-e', BUILD, ...numbers, said, filter().toString('hex'), `${process.pid}`].concat(
    command,
  )
}

/**
 * The command after which a process can open nothing, no file, socket or pipe, and holds so much
 * memory more than now. What is open stays; a number that it closes is not given out again.
 */
export const closeOff = (pid: number, moreBytes: number): readonly string[] => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const held = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  const limits = [
    [LIMIT.openFiles, 0],
    [LIMIT.data, held('VmData') * KB + moreBytes],
    // The kernel counts shared memory, and tables of what is only read, nowhere else. An engine
    // reserves more addresses than it uses.
    [LIMIT.addresses, held('VmSize') * KB + 2 * moreBytes],
  ]
  const said = limits.map((pair) => pair.join(':')).join(',')
  return [PERL, '-e', `${LIMITS}\nlimit(@ARGV)`, `${known().prlimit64}`, `${pid}`, said]
}

function known(): (typeof CALLS)['x64'] {
  if (!calls) throw new Error(whyNoWalls() ?? 'no walls')
  return calls
}

/** Instructions of the filter: load a word, jump, answer. */
const LOAD = 0x20
const EQUALS = 0x15
const AT_LEAST = 0x35
const HAS_BITS = 0x45
const ANSWER = 0x06
/** Where the kernel has the number of the call, the architecture, and halves of arguments. */
const AT = { call: 0, audit: 4, first: 16, second: 24, third: 32, thirdHigh: 36 }
const ALLOW = 0x7fff0000
const END = 0x80000000
const refuse = (errno: number): number => 0x00050000 + errno
const EPERM = 1
const ENOSYS = 38
/** Numbers from here are those of another table, for the same calls. */
const OTHER_TABLE = 0x40000000
const CLONE_THREAD = 0x00010000
/** Command of `prctl`: the signal for the end of the parent. */
const SET_END_SIGNAL = 1
/** Commands of `fcntl` and `ioctl` that choose who gets a signal of a file, and when. */
const SIGNAL = {
  setFlags: 4,
  setOwner: 8,
  setNumber: 10,
  setOwnerAsStruct: 15,
  isAsync: 0x2000,
  ioctlOwner: 0x8901,
  ioctlGroup: 0x8902,
  ioctlAsync: 0x5452,
}

/** The filter of system calls, as the kernel takes it. */
function filter(): Buffer {
  const { audit, clone, clone3, prctl, prlimit64, fcntl, ioctl } = known()
  const isX64 = process.arch === 'x64'
  const forbidden = FORBIDDEN.flatMap(([, x64, arm64]) => (isX64 ? x64 : arm64) ?? [])
  if (isX64) forbidden.push(...Object.values(FORBIDDEN_ON_X64))
  return Buffer.concat([
    step(LOAD, AT.audit),
    step(EQUALS, audit, 1, 0),
    step(ANSWER, END),
    step(LOAD, AT.call),
    step(AT_LEAST, OTHER_TABLE, 0, 1),
    step(ANSWER, refuse(EPERM)),
    // Calls that are newer than the list: Node and libc do without them.
    step(AT_LEAST, FIRST_UNKNOWN, 0, 1),
    step(ANSWER, refuse(ENOSYS)),
    ...forbidden.flatMap((number) => [step(EQUALS, number, 0, 1), step(ANSWER, refuse(EPERM))]),
    // Its arguments cannot be seen; without it, the library makes threads with the other one.
    step(EQUALS, clone3, 0, 1),
    step(ANSWER, refuse(ENOSYS)),
    // A thread, but no process.
    step(EQUALS, clone, 0, 4),
    step(LOAD, AT.first),
    step(HAS_BITS, CLONE_THREAD, 0, 1),
    step(ANSWER, ALLOW),
    step(ANSWER, refuse(EPERM)),
    // It ends with the service, whatever it does.
    step(EQUALS, prctl, 0, 4),
    step(LOAD, AT.first),
    step(EQUALS, SET_END_SIGNAL, 0, 1),
    step(ANSWER, refuse(EPERM)),
    step(ANSWER, ALLOW),
    // No signal for what happens to an open file: it could be for any process of this user.
    step(EQUALS, fcntl, 0, 9),
    step(LOAD, AT.second),
    step(EQUALS, SIGNAL.setOwner, 5, 0),
    step(EQUALS, SIGNAL.setNumber, 4, 0),
    step(EQUALS, SIGNAL.setOwnerAsStruct, 3, 0),
    step(EQUALS, SIGNAL.setFlags, 0, 3),
    step(LOAD, AT.third),
    step(HAS_BITS, SIGNAL.isAsync, 0, 1),
    step(ANSWER, refuse(EPERM)),
    step(ANSWER, ALLOW),
    step(EQUALS, ioctl, 0, 6),
    step(LOAD, AT.second),
    step(EQUALS, SIGNAL.ioctlOwner, 2, 0),
    step(EQUALS, SIGNAL.ioctlGroup, 1, 0),
    step(EQUALS, SIGNAL.ioctlAsync, 0, 1),
    step(ANSWER, refuse(EPERM)),
    step(ANSWER, ALLOW),
    // Limits can be read, but not changed.
    step(EQUALS, prlimit64, 0, 5),
    step(LOAD, AT.third),
    step(EQUALS, 0, 0, 2),
    step(LOAD, AT.thirdHigh),
    step(EQUALS, 0, 1, 0),
    step(ANSWER, refuse(EPERM)),
    step(ANSWER, ALLOW),
  ])
}

function step(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}
