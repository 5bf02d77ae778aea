; What the Windows installer does besides electron-builder's own script.

; An installation for everyone makes the folder of the organization's settings, so that nobody else makes it first: in ProgramData
; everybody may make folders. A folder that is there already is left as it is, whoever made it: to change rights through a link that
; somebody put there could open other folders. Vitrine itself looks at owner and rights before it uses the file in it.
; An installation for one person has no administrator's rights, and makes none.
!macro customInstall
  ${if} $installMode == "all"
    SetShellVarContext all
    ; Answers with 0 where the folder was there before.
    System::Call 'kernel32::CreateDirectoryW(w "$APPDATA\Vitrine", p 0) i .r0'
    ${if} $0 != 0
      ; Full control for SYSTEM and Administrators, reading for Users, and nothing that ProgramData passes on.
      nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$APPDATA\Vitrine" /setowner *S-1-5-32-544 /Q'
      Pop $1
      nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$APPDATA\Vitrine" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX /Q'
      Pop $1
    ${endif}
  ${endif}
!macroend
