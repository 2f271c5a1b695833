/**
 * Ways out of a process for whoever runs JavaScript in it: each is the body of an async function
 * that returns something if it found a way. `at` are the surroundings, `load` gives modules.
 */
type Ways = readonly (readonly [name: string, body: string])[]

const FILES: Ways = [
  ['read a file', `return load('fs').readFileSync(at.canary, 'utf8')`],
  ['read a file later', `return load('fs/promises').readFile(at.canary, 'utf8')`],
  [
    'read a file as a stream',
    `for await (const piece of load('fs').createReadStream(at.canary)) return piece`,
  ],
  ['open a file', `return load('fs').openSync(at.canary, 'r') >= 0`],
  [
    'open a file in the place of another',
    `load('fs').closeSync(2); return load('fs').openSync(at.canary, 'r') >= 0`,
  ],
  ['open a file as a blob', `return (await load('fs').openAsBlob(at.canary)).text()`],
  ['list a folder', `return load('fs').readdirSync(load('path').dirname(at.canary)).length`],
  ['list the root', `return load('fs').opendirSync('/').readSync().name`],
  ['import a file', `return (await import('file://' + at.canary)).default`],
  ['require a file', `return load('module').createRequire('/')(at.canary)`],
  ['read variables of a file', `process.loadEnvFile(at.canary); return true`],
  [
    'open a database',
    `return new (load('node:sqlite').DatabaseSync)(at.canary + '.db').exec('create table t(x)') === undefined`,
  ],
  ['write a file', `load('fs').writeFileSync(at.canary + '.new', 'x'); return true`],
  ['add to a file', `load('fs').appendFileSync(at.canary, 'x'); return true`],
  ['copy a file', `load('fs').copyFileSync(at.canary, at.canary + '.copy'); return true`],
  ['link a file', `load('fs').symlinkSync(at.canary, at.canary + '.link'); return true`],
  ['link a file hard', `load('fs').linkSync(at.canary, at.canary + '.hard'); return true`],
  ['make a folder', `load('fs').mkdirSync(at.canary + '.folder'); return true`],
  ['change rights', `load('fs').chmodSync(at.canary, 0o777); return true`],
  ['cut a file', `load('fs').truncateSync(at.canary + '.spare', 0); return true`],
  [
    'rename a file',
    `load('fs').renameSync(at.canary + '.spare', at.canary + '.other'); return true`,
  ],
  ['remove a file', `load('fs').rmSync(at.canary + '.spare2'); return true`],
  ['write a report', `return process.report.writeReport(at.canary + '.json')`],
  ['write the heap', `return load('v8').writeHeapSnapshot(at.canary + '.heap')`],
  ['watch a file', `load('fs').watch(at.canary).close(); return true`],
]

const PROCESSES: Ways = [
  ['read the own variables', `return Object.keys(process.env).length > 0`],
  [
    'read the own first variables',
    `return load('fs').readFileSync('/proc/self/environ', 'utf8') || 'none'`,
  ],
  [
    'read the variables of the parent',
    `return load('fs').readFileSync('/proc/' + process.ppid + '/environ')`,
  ],
  [
    'read the words of the victim',
    `return load('fs').readFileSync('/proc/' + at.victim + '/cmdline')`,
  ],
  [
    'open the memory of the victim',
    `return load('fs').openSync('/proc/' + at.victim + '/mem', 'r')`,
  ],
  ['list processes', `return load('fs').readdirSync('/proc').length`],
  ['look for the parent', `return process.kill(process.ppid, 0)`],
  ['slow the victim down', `load('os').setPriority(at.victim, 19); return true`],
  ['stop the victim', `return process.kill(at.victim, 'SIGCONT')`],
  ['debug the victim', `process._debugProcess(at.victim); return true`],
  ['run a program', `return load('child_process').execFileSync('/bin/true') !== null`],
  ['run a shell', `return load('child_process').execSync('echo x').length`],
  [
    'start a program',
    `return new Promise((resolve, reject) => {
      const child = load('child_process').spawn('/bin/true')
      child.on('error', reject).on('exit', () => resolve(true))
    })`,
  ],
  [
    'start a process of the same engine',
    `return new Promise((resolve, reject) => {
      const child = load('child_process').fork('-e', { execPath: '/bin/true' })
      child.on('error', reject).on('exit', () => resolve(true))
    })`,
  ],
  [
    'kill by a handle',
    `return new (load('child_process').ChildProcess)().kill === undefined || (() => {
      const child = new (load('child_process').ChildProcess)()
      child.spawn({ file: '/bin/sleep', args: ['sleep', '1'], stdio: 'ignore' })
      return child.pid > 0
    })()`,
  ],
  [
    'start a thread with wider rights',
    `return new Promise((resolve, reject) => {
      const code = "require('worker_threads').parentPort.postMessage(1)"
      const worker = new (load('worker_threads').Worker)(code, { eval: true, execArgv: [], env: { A: '1' } })
      worker.on('error', reject).on('message', () => resolve(true))
    })`,
  ],
  [
    'load native code',
    `const m = { exports: {} }; try { process.dlopen(m, 'libBrokenLocale.so.1') } catch (e) { return /did not self-register|napi/i.test(e.message) }`,
  ],
  ['open the inspector', `load('inspector').open(0, '127.0.0.1'); return load('inspector').url()`],
  [
    'use old bindings',
    `const { TCP } = process.binding('tcp_wrap'); return new TCP(0).bind('127.0.0.1', 0) === 0`,
  ],
  [
    'raise a limit',
    `load('v8').setFlagsFromString('--no-permission'); return load('fs').readFileSync(at.canary)`,
  ],
]

const CONNECTIONS: Ways = [
  [
    'connect',
    `return new Promise((resolve, reject) =>
      load('net').connect(at.port, '127.0.0.1', () => resolve(true)).on('error', reject))`,
  ],
  [
    'connect to a path',
    `return new Promise((resolve, reject) =>
      load('net').connect(at.socketPath, () => resolve(true)).on('error', reject))`,
  ],
  [
    'listen',
    `return new Promise((resolve, reject) =>
      load('net').createServer().on('error', reject).listen(0, '127.0.0.1', () => resolve(true)))`,
  ],
  [
    'listen at a path',
    `return new Promise((resolve, reject) =>
      load('net').createServer().on('error', reject).listen(at.canary + '.sock', () => resolve(true)))`,
  ],
  [
    'send a datagram',
    `return new Promise((resolve, reject) => {
      const socket = load('dgram').createSocket('udp4').on('error', reject)
      socket.send('x', at.udpPort, '127.0.0.1', (error) => (error ? reject(error) : resolve(true)))
    })`,
  ],
  ['look up a name', `return (await load('dns/promises').lookup('localhost')).address`],
  [
    'ask a name server',
    `const resolver = new (load('dns').promises.Resolver)({ timeout: 300, tries: 1 })
    resolver.setServers(['127.0.0.1:' + at.udpPort])
    return resolver.resolve4('a.example').catch((e) => e.code === 'ETIMEOUT')`,
  ],
  ['fetch', `return (await fetch('http://127.0.0.1:' + at.port)).status`],
  [
    'ask over HTTP',
    `return new Promise((resolve, reject) =>
      load('http').get('http://127.0.0.1:' + at.port, () => resolve(true)).on('error', reject))`,
  ],
  [
    'open a web socket',
    `return new Promise((resolve, reject) => {
      const socket = new WebSocket('ws://127.0.0.1:' + at.port)
      socket.onopen = () => resolve(true)
      socket.onerror = reject
    })`,
  ],
  ['list interfaces', `return Object.keys(load('os').networkInterfaces()).length`],
]

export const HOST_WAYS: Ways = [...FILES, ...PROCESSES, ...CONNECTIONS]
