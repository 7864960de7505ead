!> The original's step on all cores: compiled with -fopenmp, so that the directives in step.inc
!! count. The number of threads is the caller's to set.
module heat_omp
  use, intrinsic :: iso_c_binding, only: c_float, c_int32_t, c_int64_t, c_ptr, c_associated, &
                                         c_f_pointer
  use heat_contract, only: ladder_heat, ladder_heat_general
  implicit none
  private
  public :: omp_step

  integer, parameter :: wp = c_float
  integer, parameter :: cells_of_a_team = 0 ! all

contains

  !> One step. Arrays of nz nx ny values, z fastest.
  subroutine omp_step(the_case, now, next) bind(C, name='ladder_heat_omp_step')
    type(ladder_heat), intent(in) :: the_case
    real(wp), intent(in) :: now(*)
    real(wp), intent(out) :: next(*)

    if (c_associated(the_case%general)) then
      call step_general(the_case, now, next)
      return
    end if
    call step_forward(the_case%nz, the_case%nx, the_case%ny, the_case%factor, now, next)
  end subroutine omp_step

  include 'step.inc'
  include 'step_general.inc'

end module heat_omp
