; What the Windows installer does in addition to electron-builder's own script.

; An installation for everyone creates the folder of the organization's settings, so that nobody else creates it first: everybody may
; create folders in ProgramData. The folder gets its security descriptor as it is created, so there is no moment in which somebody else
; could write to it. An existing folder is left alone, whoever created it: changing rights through a link could open other folders.
; Vitrine itself checks owner and rights before it uses the file in it.
; An installation for one person does not have an administrator's rights and creates no folder.

; Owner Administrators; full control for SYSTEM and Administrators, read access for Users; nothing is inherited from ProgramData.
!define MANAGED_FOLDER_SDDL "O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)"
!define ALREADY_EXISTS 183

!macro customInstall
  ${if} $installMode == "all"
    Push $0
    Push $1
    Push $2
    Push $3
    Push $4
    SetShellVarContext all
    StrCpy $3 "${MANAGED_FOLDER_SDDL}"
    StrCpy $4 "$APPDATA\Vitrine"
    ; 1: SDDL_REVISION_1. $1: the descriptor, to be freed.
    System::Call 'advapi32::ConvertStringSecurityDescriptorToSecurityDescriptorW(w r3, i 1, *p .r1, p 0) i .r0 ?e'
    Pop $2
    ${if} $0 == 0
      DetailPrint "The folder $4 was not created: its security descriptor was refused (error $2)"
    ${else}
      ; SECURITY_ATTRIBUTES: 12 bytes in a 32-bit program, as every installer is; the descriptor; not inherited by child processes.
      System::Call '*(i 12, p r1, i 0) p .r2'
      System::Call 'kernel32::CreateDirectoryW(w r4, p r2) i .r0 ?e'
      Pop $3
      System::Free $2
      System::Call 'kernel32::LocalFree(p r1)'
      ${if} $0 != 0
        DetailPrint "Created the folder $4, which only administrators can change"
      ${elseif} $3 == ${ALREADY_EXISTS}
        DetailPrint "The folder $4 exists and was left as it is"
      ${else}
        DetailPrint "The folder $4 was not created (error $3)"
      ${endif}
    ${endif}
    Pop $4
    Pop $3
    Pop $2
    Pop $1
    Pop $0
  ${endif}
!macroend
