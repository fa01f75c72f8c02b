import type { JSX } from 'react'
import { Dialog } from '../parts/Dialog.tsx'
import { DialogButtons } from '../parts/DialogButtons.tsx'
import { knownFormats } from './formatNames.ts'

/** Returns the dialog that lists the formats that can be imported. */
export default function Formats({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog
      title="Formats"
      hint="A file is known by its content, whatever it is called; it may be compressed."
      onClose={onClose}
    >
      <div className="scrollx formats" tabIndex={0} role="region" aria-label="Formats that can be imported">
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Files</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(knownFormats).map(([format, { name, files }]) => (
              <tr key={format}>
                <td>{name}</td>
                <td className="soft">{files}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <DialogButtons onClose={onClose} />
    </Dialog>
  )
}
