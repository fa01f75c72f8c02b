import { Console } from 'node:console'

/** Has whatever is printed in this process go to stderr from now on: stdout carries the protocol alone. */
export function keepStdoutForTheProtocol(): void {
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr })
}
