!> Strings across the border to C.
module c_strings
  use, intrinsic :: iso_c_binding, only: c_char, c_null_char, c_ptr, c_size_t, c_associated, &
                                                                            c_f_pointer
  implicit none
  private
  public :: to_c, from_c

  interface
    function strlen(text) bind(C, name='strlen') result(length)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function strlen
  end interface

contains

  pure function to_c(text) result(c_text)
    character(len=*), intent(in) :: text
    character(kind=c_char, len=len_trim(text) + 1) :: c_text

    c_text = trim(text)//c_null_char
  end function to_c

  function from_c(text) result(fortran_text)
    type(c_ptr), intent(in) :: text ! char *, ends with a null; NULL gives an empty string
    character(len=:), allocatable :: fortran_text
    character(kind=c_char), pointer :: letters(:)
    integer :: i, length

    fortran_text = ''
    if (.not. c_associated(text)) return
    length = int(strlen(text))
    call c_f_pointer(text, letters, [length])
    do i = 1, length
      fortran_text = fortran_text//letters(i)
    end do
  end function from_c

end module c_strings
