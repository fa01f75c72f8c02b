/**
 * In CI an input on which a test of a store fails is printed as it was drawn: to shrink it is to run on a store for
 * minutes. The seed that is printed beside it draws it again where somebody waits, and there it is shrunk.
 */
if (process.env['CI'] === 'true') {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })
}
