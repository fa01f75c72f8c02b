import { Import } from 'lucide-react'
import { useRef, type JSX, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { importFiles } from '../import/imports.ts'
import { IconButton } from '../parts/IconButton.tsx'

/** Returns the button that chooses files to import. */
export function ImportButton({ children }: { readonly children?: ReactNode }): JSX.Element {
  const field = useRef<HTMLInputElement>(null)
  const [, navigate] = useLocation()
  const choose = (): void => field.current?.click()
  return (
    <>
      {children === undefined ? (
        <IconButton icon={Import} name="Import files" onClick={choose} />
      ) : (
        <button type="button" className="btn line" onClick={choose}>
          {children}
        </button>
      )}
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          void importFiles(files, navigate)
        }}
      />
    </>
  )
}
